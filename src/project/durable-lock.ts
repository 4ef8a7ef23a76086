/** One tab owns a project; the browser's lock manager decides which. */

export interface ProjectLock {
  /** Lets the next tab have the project. */
  release(): void;
}

/**
 * Takes the project for this tab. When another tab has it, `onBusy` is called once and the promise waits until that tab is closed or lets go.
 * Where the browser refuses locks (a third-party frame without storage) this tab owns it: nothing it does there can be shared anyway.
 */
export async function acquireProject(id: string, onBusy: () => void, signal?: AbortSignal): Promise<ProjectLock> {
  const name = `project:${id}`;
  const held = await tryAcquire(name);
  if (held) return held;
  onBusy();
  return new Promise<ProjectLock>((resolve, reject) => {
    navigator.locks.request(name, signal ? { signal } : {}, () => new Promise<void>((release) => resolve({ release }))).catch(reject);
  });
}

async function tryAcquire(name: string): Promise<ProjectLock | undefined> {
  return new Promise((resolve) => {
    const unlocked: ProjectLock = { release() {} };
    try {
      navigator.locks.request(name, { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(undefined);
        return new Promise<void>((release) => resolve({ release }));
      }).catch(() => resolve(unlocked));
    } catch {
      resolve(unlocked);
    }
  });
}
