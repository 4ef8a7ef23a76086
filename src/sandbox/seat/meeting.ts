/**
 * Where the tabs of a project find each other: one channel on which the owner says that it is there and others ask for a link of their own. Small, because every page has it from its start; the channel
 * only tells, and who is alive is known by the lock that each tab holds in its own name.
 */

export type MeetingMessage =
  /** Who owns the project? */
  | { t: 'who' }
  /** `ready`: it takes links. */
  | { t: 'owner'; epoch: number; ready: boolean }
  /** To one owner: the name of a link on which it shall serve the sender. */
  | { t: 'attach'; to: string; link: string };

export interface Meeting {
  readonly project: string;
  /** This tab, for as long as its page exists. */
  readonly tab: string;
  say(message: MeetingMessage): void;
  listen(listener: (message: MeetingMessage, from: string) => void): () => void;
  /** Resolves when that tab has ended; its crash and its freezing by the browser included, its being slow not. @throws when the signal fires */
  ended(tab: string, signal: AbortSignal): Promise<void>;
}

const lockOf = (tab: string): string => `tabloom-tab:${tab}`;

/**
 * @returns undefined where the browser lets tabs not find each other: this one is then alone with its project. So is a frame in another site's page that has no storage: Chromium refuses it
 * locks, but not the channel, and it would tell the person's own tabs that their project is now run by it.
 */
export async function meetTabs(project: string): Promise<Meeting | undefined> {
  if (typeof BroadcastChannel === 'undefined' || typeof navigator.locks === 'undefined') return undefined;
  const tab = crypto.randomUUID();
  const listeners = new Set<(message: MeetingMessage, from: string) => void>();
  let channel: BroadcastChannel;
  try {
    await holdForever(lockOf(tab));
    channel = new BroadcastChannel(`tabloom-project:${project}`);
  } catch {
    return undefined;
  }
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const { from, message } = (typeof data === 'object' && data !== null ? data : {}) as { from?: unknown; message?: unknown };
    if (typeof from === 'string' && isMessage(message)) for (const listener of [...listeners]) listener(message, from);
  };
  return {
    project, tab,
    say: (message) => channel.postMessage({ from: tab, message }),
    listen(listener) {
      listeners.add(listener);
      return () => { listeners.delete(listener); };
    },
    ended: (other, signal) => navigator.locks.request(lockOf(other), { mode: 'shared', signal }, () => undefined),
  };
}

/** Resolves when this tab has the lock, which it keeps until it ends. @throws where the browser refuses locks */
function holdForever(name: string): Promise<void> {
  return new Promise((held, refused) => {
    navigator.locks.request(name, () => {
      held();
      return new Promise(() => undefined);
    }).catch(refused);
  });
}

function isMessage(value: unknown): value is MeetingMessage {
  if (typeof value !== 'object' || value === null) return false;
  const { t, epoch, ready, to, link } = value as Record<string, unknown>;
  return t === 'who' || (t === 'owner' && typeof epoch === 'number' && typeof ready === 'boolean') || (t === 'attach' && typeof to === 'string' && typeof link === 'string');
}
