/** The owner at the meeting: says that it is there, and serves each tab that asks. */
import { openLink } from '../attached/link.ts';
import type { SandboxServer } from '../attached/serve-sandbox.ts';
import type { Meeting } from './meeting.ts';
import { startPulse } from './pulse.ts';

export interface ProjectService {
  /** Tells who this owner is; until it serves, tabs that ask are asked to wait. */
  announce(epoch: number): void;
  /** From now on tabs are served, those that have asked already too. `load` is called with the first: most projects are open in one tab, which needs none of it. */
  serve(load: () => Promise<SandboxServer>): void;
  /** Nobody is served any more; `reason` is a sentence. */
  close(reason: string): void;
}

/** @param outdone called when a later owner says that it is there */
export function serveProject(meeting: Meeting, outdone: () => void): ProjectService {
  let epoch = 0;
  let load: (() => Promise<SandboxServer>) | undefined;
  let server: Promise<SandboxServer> | undefined;
  let early: (() => void)[] = [];
  const closing = new AbortController();
  /** Most projects are open in one tab, which needs none. */
  let stopPulse: (() => void) | undefined;
  const say = (): void => {
    // Closed while it was still raising its epoch: whoever believed it would find nobody, and take the project from the one that has it.
    if (!closing.signal.aborted) meeting.say({ t: 'owner', epoch, ready: load !== undefined });
  };
  const attach = async (tab: string, name: string): Promise<void> => {
    // Open before the code is there: what the other tab says meanwhile is kept.
    const link = openLink(name);
    let loaded: SandboxServer;
    try {
      loaded = await (server ??= load!());
    } catch {
      // Most likely another version is on the server by now, without this one's code. Said in the one way that every version understands: a tab
      // that does not answer would be taken for a stopped one, and lose what runs in it.
      server = undefined;
      link.send({ t: 'hello', version: 0 });
      return link.close();
    }
    const over = loaded.serve(link, tab);
    if (closing.signal.aborted) return over();
    meeting.ended(tab, closing.signal).then(over, () => undefined);
  };
  const unlisten = meeting.listen((message, from) => {
    if (message.t === 'who') {
      stopPulse ??= startPulse(meeting.project, meeting.tab);
      say();
    } else if (message.t === 'attach' && message.to === meeting.tab) {
      if (load) void attach(from, message.link);
      else early.push(() => void attach(from, message.link));
    } else if (message.t === 'owner' && epoch > 0 && message.epoch > epoch) outdone();
  });
  return {
    announce(own) {
      epoch = own;
      say();
    },
    serve(own) {
      load = own;
      for (const one of early) one();
      early = [];
      say();
    },
    close(reason) {
      unlisten();
      stopPulse?.();
      closing.abort();
      server?.then((one) => one.close(reason), () => undefined);
    },
  };
}
