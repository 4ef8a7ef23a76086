/** Who runs a project's sandbox: the holder of one Web Lock. The browser gives it on when that tab ends, however it ends. */
import { abortError } from '../../shared/abort.ts';

export interface Ownership {
  /** Lets the next tab have the project. */
  release(): void;
  /** Resolves when another tab took it by force, because this one did not answer any more. */
  readonly lost: Promise<void>;
}

const nameOf = (project: string): string => `project:${project}`;

/**
 * Takes the project if it is free. Where the browser refuses locks (a third-party frame without storage) this tab owns it: nothing it does there can be shared anyway.
 * @returns undefined when another tab has it
 */
export function tryToOwn(project: string): Promise<Ownership | undefined> {
  return new Promise((resolve) => {
    const alone: Ownership = { release: () => undefined, lost: new Promise(() => undefined) };
    try {
      request(project, { ifAvailable: true }, resolve).catch(() => resolve(alone));
    } catch {
      resolve(alone);
    }
  });
}

/** Waits in line until the project is free. @throws AppError `aborted` */
export function waitToOwn(project: string, signal: AbortSignal): Promise<Ownership> {
  return new Promise((resolve, reject) => {
    request(project, { signal }, (ownership) => resolve(ownership!)).catch(() => reject(abortError(signal)));
  });
}

/** Who has the project now, for `seize`; undefined when it is free. */
export async function holderOf(project: string): Promise<string | undefined> {
  const { held = [] } = await navigator.locks.query();
  return held.find(({ name }) => name === nameOf(project))?.clientId;
}

/**
 * Takes the project from a tab that holds it but does not answer. One tab at a time does this, and only while it is still that holder: two that take in turn would rob each other.
 * @returns undefined when it is somebody else's by now, or free
 */
export async function seize(project: string, holder: string): Promise<Ownership | undefined> {
  return navigator.locks.request(`${nameOf(project)}:seize`, async () => {
    if (await holderOf(project) !== holder) return undefined;
    return new Promise<Ownership | undefined>((resolve) => {
      request(project, { steal: true }, resolve).catch(() => resolve(undefined));
    });
  });
}

/** @returns a promise that is over with the request; when it was granted, `granted` has been called before. */
async function request(project: string, options: LockOptions, granted: (ownership: Ownership | undefined) => void): Promise<void> {
  let held = false;
  let lose!: () => void;
  const lost = new Promise<void>((resolve) => { lose = resolve; });
  try {
    await navigator.locks.request(nameOf(project), options, (lock) => {
      if (!lock) return granted(undefined);
      held = true;
      return new Promise<void>((release) => granted({ release, lost }));
    });
  } catch (error) {
    // A stolen lock ends its holder's request.
    if (!held) throw error;
    lose();
  }
}
