/** The work panels, loaded when they are first opened: they are not needed to start the page. */
import { lazy, Suspense, type ComponentProps } from 'react';

const Loaded = lazy(async () => ({ default: (await import('./work-panel.tsx')).WorkPanel }));

export function WorkPanel(props: ComponentProps<typeof Loaded>) {
  return <Suspense fallback={null}><Loaded {...props} /></Suspense>;
}
