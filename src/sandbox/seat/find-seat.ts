/** A tab that does not own its project: it attaches to the one that does, and waits in line to follow it. */
import { AppError } from '../../shared/errors.ts';
import { delay } from '../../shared/abort.ts';
import { attachSandbox, ownerGone, type AttachedSandbox } from '../attached/attach-sandbox.ts';
import { openLink } from '../attached/link.ts';
import { holderOf, seize, waitToOwn, type Ownership } from './door.ts';
import type { Meeting } from './meeting.ts';
import { feelPulse } from './pulse.ts';

export type Seat =
  /** `from` ended: closed, crashed, or (`silent`) it was there but did not answer. */
  | { role: 'own'; ownership: Ownership; silent: boolean }
  | { role: 'attached'; sandbox: AttachedSandbox };

export interface Seats {
  /** Attached to the owner, or the owner oneself, whichever is possible first. Call it again when an attached seat's `gone` has resolved. @throws AppError `aborted`, `other_version` */
  next(): Promise<Seat>;
}

/** Between two questions who the owner is. */
const ASK_MS = 1_000;
/** Questions without an answer after which the owner counts as frozen; and while a worker of its page answers, because the page is busy then. */
const SILENT = 6;
const SILENT_BUSY = 20;

/** @param signal ends the waiting in line too */
export function findSeats(project: string, meeting: Meeting, signal: AbortSignal): Seats {
  let waiting = new AbortController();
  let line: Promise<Ownership> | undefined;
  /** The owner that did not answer, as the lock manager names it. */
  let suspect: string | undefined;
  signal.addEventListener('abort', () => waiting.abort(signal.reason));
  const inLine = (): Promise<Ownership> => {
    if (line) return line;
    line = waitToOwn(project, waiting.signal);
    // A page that has given up must not hold what it will never open.
    line.then((ownership) => { if (signal.aborted) ownership.release(); }, () => undefined);
    return line;
  };
  const force = async (holder: string): Promise<Seat | undefined> => {
    const taken = await seize(project, holder);
    if (!taken) return undefined;
    waiting.abort();
    waiting = new AbortController();
    line = undefined;
    return { role: 'own', ownership: taken, silent: true };
  };

  const attach = async (stop: AbortSignal): Promise<AttachedSandbox> => {
    const owner = await findOwner(meeting, stop);
    const name = `tabloom-link:${crypto.randomUUID()}`;
    const link = openLink(name);
    meeting.say({ t: 'attach', to: owner.tab, link: name });
    const watching = new AbortController();
    const hopeless = new AbortController();
    let sandbox: AttachedSandbox | undefined;
    // Also before it has said hello: who waited for that of an owner that is gone would wait until it counts as frozen.
    const ended = (): void => {
      if (sandbox) sandbox.leave('closed');
      else hopeless.abort(ownerGone());
    };
    const over = (): void => {
      watching.abort();
      unlisten();
    };
    // The owner's end, and another one's beginning, are each heard of in two ways; the first counts.
    meeting.ended(owner.tab, watching.signal).then(ended, () => undefined);
    const unlisten = meeting.listen((message, from) => {
      if (message.t === 'owner' && from !== owner.tab && message.epoch > owner.epoch) ended();
    });
    void inLine().then(ended, () => undefined);
    try {
      sandbox = await attachSandbox(link, AbortSignal.any([stop, hopeless.signal]), (running) => feelPulse(meeting.project, (tab) => { if (tab === owner.tab) running(); }));
    } catch (error) {
      over();
      throw error;
    }
    void sandbox.gone.then(over);
    return sandbox;
  };

  return {
    async next() {
      for (;;) {
        if (suspect !== undefined) {
          const forced = await force(suspect);
          suspect = undefined;
          if (forced) return forced;
        }
        const holder = await holderOf(project);
        const trying = new AbortController();
        const attaching = attach(AbortSignal.any([signal, trying.signal]));
        // It may succeed in the moment in which the project becomes this tab's own.
        attaching.then((sandbox) => { if (trying.signal.aborted) sandbox.leave(); }, () => undefined);
        try {
          const won = await Promise.race([inLine(), attaching]);
          if ('release' in won) {
            line = undefined;
            trying.abort();
            return { role: 'own', ownership: won, silent: false };
          }
          void won.gone.then((reason) => { if (reason === 'silent') suspect = holder; });
          return { role: 'attached', sandbox: won };
        } catch (error) {
          const { code } = AppError.from(error);
          if (code === 'owner_silent') suspect = holder;
          else if (code !== 'owner_gone') throw error;
        }
      }
    },
  };
}

/** @throws AppError `owner_silent` */
async function findOwner(meeting: Meeting, signal: AbortSignal): Promise<{ tab: string; epoch: number }> {
  let missed = 0;
  let found: { tab: string; epoch: number } | undefined;
  const stop = new AbortController();
  /** The last question for which a worker's sign counts. Whose it is nobody knows yet; only owners have one. */
  let runsUntil = 0;
  const pulse = feelPulse(meeting.project, () => { runsUntil = missed + 1; });
  const unlisten = meeting.listen((message, from) => {
    if (message.t !== 'owner') return;
    missed = runsUntil = 0;
    // Of two the later one: an owner that was frozen may still think that it is one.
    if (!message.ready || (found && found.epoch > message.epoch)) return;
    found = { tab: from, epoch: message.epoch };
    stop.abort();
  });
  try {
    for (;;) {
      if (missed >= (missed <= runsUntil ? SILENT_BUSY : SILENT)) throw new AppError('owner_silent', 'The tab that runs the sandbox does not answer.');
      missed++;
      meeting.say({ t: 'who' });
      if (missed > 1) pulse.ask();
      await delay(ASK_MS, AbortSignal.any([signal, stop.signal])).catch((error: unknown) => { if (signal.aborted) throw error; });
      if (found) return found;
    }
  } finally {
    unlisten();
    pulse.close();
  }
}
