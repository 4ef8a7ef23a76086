/** The repository that a new project begins with. */
import { useStore } from 'zustand';
import { useApp, useWorkspace } from '../context.ts';
import { CloneDialog } from '../files/clone-dialog.tsx';

/** Clones as soon as git is there. Closed or done, it is not asked again. */
export function FirstClone({ url }: { url: string }) {
  const { projects } = useApp();
  const { project, tools, tabs, changes } = useWorkspace();
  // Another tab that opened it at the same time would clone into the same place.
  const own = useStore(tabs.store, ({ role }) => role === 'own');
  const ready = useStore(tools, ({ state }) => state === 'ready');
  const settle = (): void => {
    const { id } = project.getState();
    void projects().then((list) => list.cloned(id));
  };
  if (!ready || !own) return null;
  return <CloneDialog into={url} onClose={settle} onCloned={() => { changes.announce(''); settle(); }} />;
}
