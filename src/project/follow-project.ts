/** The open project's entry of the list as it is now: renamed or deleted in any tab. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ProjectRecord } from './project-record.ts';
import type { Projects } from './projects.ts';

/** Follows the list from when that is loaded, puts the project back into a list that the browser has removed, and takes the chance to remove what was deleted long ago. */
export function followProject(record: ProjectRecord, load: () => Promise<Projects>): StoreApi<ProjectRecord> {
  const store = createStore<ProjectRecord>(() => record);
  void load().then(async (projects) => {
    projects.store.subscribe(({ projects: list }) => {
      const now = list?.find(({ id }) => id === record.id);
      if (list && !now) void projects.keep(store.getState()).catch(() => undefined);
      if (now && JSON.stringify(now) !== JSON.stringify(store.getState())) store.setState(now, true);
    });
    await projects.refresh();
    await projects.prune();
    // Without the list the project goes on under the name it was opened with.
  }).catch(() => undefined);
  return store;
}
