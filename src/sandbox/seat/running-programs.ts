/** What runs in the sandbox, as far as it is worth naming when it is lost: programs that somebody started, and servers with the command that would start them again. */
import type { StoreApi } from 'zustand/vanilla';
import type { Engine, Sandbox } from '../sandbox.ts';
import { parsePrograms, QUESTION } from './process-list.ts';

/** Why a server cannot be started again without the person. */
export type ByHand = 'unknown' | 'outside' | 'input' | 'secret';

/** A server and how it was started. */
export interface RunningServer {
  port: number;
  /** As a person would name it, cut short, e.g. `npm run dev`. */
  command: string;
  /** The exact line that the shell takes, with quotes and variables; or why there is none. */
  start: { line: string } | { byHand: ByHand };
  /** Relative to the project; empty for the project itself. */
  folder: string;
  /** It had a folder of installed packages, which is not in the durable copy. */
  packages: boolean;
  /** When its program was started, on the clock of the computer. */
  since: number;
  /** The page started it again by itself, after the tab that ran it had ended. */
  again: boolean;
}

export interface RunningPrograms {
  servers: readonly RunningServer[];
  /** Command lines, cut short. */
  programs: readonly string[];
}

/** After the last sign of something new: a server listens some time after its command was typed. */
const QUIET_MS = 1_000;
/** While there is always something new. */
const AT_LEAST_MS = 5_000;
/** Characters of the answer; some two hundred processes with their descriptors, arguments and variables. */
const MAX_ANSWER = 800_000;
/** The list has whole seconds, so the same program seems to begin now a little earlier, now later. */
const SAME_START_MS = 3_000;

export interface ProgramWatch {
  /** Something may have begun or ended: it is looked when no more signs come, or (`now`) at once. */
  look(now?: boolean): void;
  close(): void;
}

/**
 * @param wanted whether anybody would be told: looking runs programs itself
 * @param again whether the page itself started this one again
 */
export function watchPrograms(engine: Pick<Engine, 'spawn' | 'workdir'> & Pick<Sandbox, 'env'>, store: StoreApi<RunningPrograms>, wanted: () => boolean, again: (server: RunningServer) => boolean): ProgramWatch {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let since = 0;
  let looking = false;
  let oncemore = false;
  let atOnce = false;
  let closed = false;
  const ask = async (): Promise<void> => {
    timer = undefined;
    since = 0;
    atOnce = false;
    if (closed || looking || !wanted()) return;
    looking = true;
    try {
      const process = await engine.spawn('sh', ['-c', QUESTION], { terminal: { cols: 500, rows: 24 }, env: engine.env });
      let output = '';
      await process.output.pipeTo(new WritableStream({ write(text) { if (output.length < MAX_ANSWER) output += text; } }));
      const next = parsePrograms(output, engine.workdir, Date.now());
      const before = store.getState().servers;
      next.servers = next.servers.map((server) => {
        const same = before.find(({ port, command, since }) => port === server.port && command === server.command && Math.abs(since - server.since) < SAME_START_MS);
        return { ...server, since: same?.since ?? server.since, again: again(server) };
      });
      // Those who look on are told of changes, not of each look.
      if (JSON.stringify(next) !== JSON.stringify(store.getState())) store.setState(next, true);
    } catch { /* the sandbox is going, or this engine has no such commands: then nothing is named */ } finally {
      looking = false;
    }
    if (oncemore) look();
    oncemore = false;
  };
  const look = (now = false): void => {
    // Also where it is asked again before that came: a prompt right behind a server must not put it off.
    atOnce ||= now;
    if (looking) oncemore = true;
    if (closed || looking) return;
    since ||= performance.now();
    if (timer !== undefined && !atOnce && performance.now() - since > AT_LEAST_MS) return;
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), atOnce ? 0 : QUIET_MS);
  };
  return {
    look,
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
