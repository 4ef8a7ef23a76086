/** What concerns several projects, loaded when it is first wanted: it is not needed to start the page. */
import { Suspense, type ComponentProps } from 'react';
import { part } from '../kit/part.tsx';

const Loaded = part(async () => (await import('./projects-dialog.tsx')).ProjectsDialog);
const Clone = part(async () => (await import('./first-clone.tsx')).FirstClone);

export function ProjectsDialog(props: ComponentProps<typeof Loaded>) {
  return <Suspense fallback={null}><Loaded {...props} /></Suspense>;
}

export function FirstClone(props: ComponentProps<typeof Clone>) {
  return <Suspense fallback={null}><Clone {...props} /></Suspense>;
}
