/** When the project's own files first change after the page has prepared them: by a command, an agent, the editor, or another tab. */
import type { ProjectChanges } from './changes.ts';
import { createBarrier } from './mirror-barrier.ts';
import type { MirrorSource } from './mirror-source.ts';
import type { OwnChanges } from './storage-care.ts';

/** @param prepared resolves when the page has written the last of what it brings itself */
export function projectChanged(engine: Pick<MirrorSource, 'fs'>, changes: ProjectChanges, prepared: Promise<unknown>): OwnChanges {
  return (own) => {
    let ended = false;
    let end = (): void => { ended = true; };
    void prepared.catch(() => undefined).then(async () => {
      // What the page wrote may be told later than it was written; what is told after a change of our own was not the page's.
      const barrier = createBarrier(engine, changes);
      await barrier.pass().catch(() => undefined);
      barrier.close();
      if (!ended) end = changes.subscribe((paths) => { if ([...paths].some(isOwn)) own(); });
    });
    return () => end();
  };
}

/** Source control refreshes the repository's index by itself, and packages come back from the network. */
function isOwn(path: string): boolean {
  return !/(^|\/)(node_modules|\.tabloom|\.git)(\/|$)/.test(path);
}
