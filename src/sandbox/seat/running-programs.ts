/** What runs in the sandbox, as far as it is worth naming when it is lost: programs that somebody started, and servers with the command that would start them again. */
import type { StoreApi } from 'zustand/vanilla';
import type { Engine } from '../sandbox.ts';

/** A server and how it was started. */
export interface RunningServer {
  port: number;
  /** A command line that the shell takes, e.g. `npm run dev`. */
  command: string;
  /** Relative to the project; empty for the project itself. */
  folder: string;
}

export interface RunningPrograms {
  servers: readonly RunningServer[];
  /** Command lines, cut short. */
  programs: readonly string[];
}

/** Programs and servers at most; more would be no help to anybody. */
export const MAX_LISTED = 20;
const MAX_COMMAND = 80;
/** After the last sign of something new: a server listens some time after its command was typed. */
const QUIET_MS = 1_000;
/** While there is always something new. */
const AT_LEAST_MS = 5_000;
/** Characters of the answer; some two hundred processes with their descriptors. */
const MAX_ANSWER = 400_000;
/** More than the kernel runs, and longer than any line that is of use. */
const MAX_PROCESSES = 500;
const MAX_LINE = 2_000;

const QUESTION = 'ps -e -o pid=,ppid=,args=; ls -l /proc/[0-9]*/fd /proc/[0-9]*/cwd 2>/dev/null';

export interface ProgramWatch {
  /** Something may have begun or ended: it is looked when no more signs come, or (`now`) at once. */
  look(now?: boolean): void;
  close(): void;
}

/** @param wanted whether anybody would be told: looking runs programs itself */
export function watchPrograms(engine: Pick<Engine, 'spawn' | 'workdir'>, store: StoreApi<RunningPrograms>, wanted: () => boolean): ProgramWatch {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let since = 0;
  let looking = false;
  let again = false;
  let atOnce = false;
  let closed = false;
  const ask = async (): Promise<void> => {
    timer = undefined;
    since = 0;
    atOnce = false;
    if (closed || looking || !wanted()) return;
    looking = true;
    try {
      const process = await engine.spawn('sh', ['-c', QUESTION], { terminal: { cols: 500, rows: 24 } });
      let output = '';
      await process.output.pipeTo(new WritableStream({ write(text) { if (output.length < MAX_ANSWER) output += text; } }));
      const next = parsePrograms(output, engine.workdir);
      // Those who look on are told of changes, not of each look.
      if (JSON.stringify(next) !== JSON.stringify(store.getState())) store.setState(next, true);
    } catch { /* the sandbox is going, or this engine has no such commands: then nothing is named */ } finally {
      looking = false;
    }
    if (again) look();
    again = false;
  };
  const look = (now = false): void => {
    // Also where it is asked again before that came: a prompt right behind a server must not put it off.
    atOnce ||= now;
    if (looking) again = true;
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

/** Reads the answer to the question above. It comes from programs of the sandbox, which may have put others in the place of `sh`, `ps` and `ls`: it may say anything, and must not keep the page. */
export function parsePrograms(output: string, workdir: string): RunningPrograms {
  const processes = new Map<number, { parent: number; args: string; folder: string; ports: number[] }>();
  let inside: number | undefined;
  for (const whole of output.split(/\r?\n/)) {
    // The mark keeps a command that was cut from being offered.
    const line = whole.length > MAX_LINE ? `${whole.slice(0, MAX_LINE)}…` : whole;
    const row = /^\s*(\d+)\s+(\d+)\s+(\S.*)$/.exec(line);
    const header = /^\/proc\/(\d+)\/fd:$/.exec(line);
    const folder = / \/proc\/(\d+)\/cwd -> (.*)$/.exec(line);
    const port = / -> tcp:.*:(\d+)$/.exec(line);
    if (folder) {
      const process = processes.get(Number(folder[1]));
      if (process) process.folder = folder[2]!;
    } else if (header) inside = Number(header[1]);
    else if (port) processes.get(inside ?? 0)?.ports.push(Number(port[1]));
    else if (row && processes.size < MAX_PROCESSES) processes.set(Number(row[1]), { parent: Number(row[2]), args: row[3]!, folder: '', ports: [] });
  }
  const isStarter = (pid: number): boolean => {
    const args = processes.get(pid)?.args;
    // A terminal's shell, the tool host, or what the page itself starts.
    return args === undefined || pid === 1 || args === 'jsh' || /^node \S*\.tabloom\/host\.cjs$/.test(args);
  };
  const programs: string[] = [];
  const servers: RunningServer[] = [];
  for (const [pid, { ports }] of processes) {
    if (isStarter(pid)) continue;
    let top = pid;
    // Bounded: parents may go in a circle.
    for (let steps = 0; steps < processes.size && !isStarter(processes.get(top)!.parent); steps++) top = processes.get(top)!.parent;
    const { args, folder } = processes.get(top)!;
    if (args.includes(QUESTION)) continue;
    const command = commandOf(args);
    if (top === pid) programs.push(command.slice(0, MAX_COMMAND));
    // Quotes are lost in a list of processes: what had some cannot be offered again.
    if (!/^[\w@%+=:,./ -]+$/.test(command) || (folder !== workdir && !folder.startsWith(`${workdir}/`))) continue;
    for (const port of ports) if (servers.length < MAX_LISTED && !servers.some((other) => other.port === port)) servers.push({ port, command, folder: folder.slice(workdir.length + 1) });
  }
  return { servers: servers.slice(0, MAX_LISTED), programs: programs.slice(0, MAX_LISTED) };
}

/** As somebody would type it: programs with a first line that names node are shown with it by the kernel. */
function commandOf(args: string): string {
  return args.replace(/^sh -c /, '').replace(/^node \/usr\/bin\//, '').replace(/^node \S*\/node_modules\/\.bin\//, 'npx ');
}
