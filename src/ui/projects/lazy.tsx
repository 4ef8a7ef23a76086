/** What concerns several projects, loaded when it is first wanted: it is not needed to start the page. */
import { lazy, Suspense, type ComponentProps } from 'react';

const Loaded = lazy(async () => ({ default: (await import('./projects-dialog.tsx')).ProjectsDialog }));
const Clone = lazy(async () => ({ default: (await import('./first-clone.tsx')).FirstClone }));

export function ProjectsDialog(props: ComponentProps<typeof Loaded>) {
  return <Suspense fallback={null}><Loaded {...props} /></Suspense>;
}

export function FirstClone(props: ComponentProps<typeof Clone>) {
  return <Suspense fallback={null}><Clone {...props} /></Suspense>;
}
