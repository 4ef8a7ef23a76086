/** The work panels, loaded when they are first opened: they are not needed to start the page. */
import { Suspense, type ComponentProps } from 'react';
import { part } from '../../kit/part.tsx';

const Loaded = part(async () => (await import('./work-panel.tsx')).WorkPanel);

export function WorkPanel(props: ComponentProps<typeof Loaded>) {
  return <Suspense fallback={null}><Loaded {...props} /></Suspense>;
}
