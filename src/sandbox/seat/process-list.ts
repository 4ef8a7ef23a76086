/** The sandbox's processes as its own programs list them, read for what is worth naming. */
import { commandLine, type Origin } from './command-line.ts';
import type { RunningServer } from './running-programs.ts';

/** Programs and servers at most; more would be no help to anybody. */
export const MAX_LISTED = 20;
const MAX_COMMAND = 80;
/** More than the kernel runs, and longer than any line that is of use. */
const MAX_PROCESSES = 500;
const MAX_LINE = 2_000;

/** Asked with the variables of a terminal: what a program has besides those of the question itself was set for it. `ps` joins arguments by spaces; which they are is only in `/proc`. */
export const QUESTION = 'ps -e -o pid=,ppid=,etimes=,args=; ls -l /proc/[0-9]*/fd /proc/[0-9]*/cwd 2>/dev/null; ls -1d /proc/[0-9]*/cwd/node_modules 2>/dev/null; tail -v -n +1 /proc/[0-9]*/cmdline /proc/[0-9]*/environ 2>/dev/null';

interface Process {
  parent: number;
  /** For how long it has been running. */
  seconds: number;
  args: string;
  folder: string;
  packages: boolean;
  ports: number[];
  /** What descriptor 0 is. */
  input: string;
  argv: readonly string[] | undefined;
  environment: ReadonlyMap<string, string> | undefined;
}

/** Reads the answer to the question above. It comes from programs of the sandbox, which may have put others in the place of `sh`, `ps` and `ls`: it may say anything, and must not keep the page. */
export function parsePrograms(output: string, workdir: string, now: number): { servers: RunningServer[]; programs: string[] } {
  const [list = '', ...files] = output.split(/(?:\r?\n)?==> \/proc\/(\d+)\/(cmdline|environ) <==\r?\n/);
  const processes = readList(list);
  for (let at = 0; at + 2 < files.length; at += 3) {
    const process = processes.get(Number(files[at]));
    const text = files[at + 2]!.replaceAll('\r\n', '\n');
    // Each string ends with its mark; a file that was cut has another end, and says nothing that is exact.
    const strings = text.endsWith('\0') ? text.slice(0, -1).split('\0') : undefined;
    if (!process) continue;
    if (files[at + 1] === 'cmdline') process.argv = strings;
    else process.environment = strings && new Map(strings.map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]));
  }
  const kindOf = (pid: number): Origin | undefined => {
    const args = processes.get(pid)?.args;
    // A terminal's shell, the tool host, or what the page itself starts.
    if (args === undefined || pid === 1 || args === 'jsh') return 'terminal';
    return /^node \S*\.tabloom\/host\.cjs$/.test(args) ? 'tools' : undefined;
  };
  const terminal = [...processes.values()].find(({ args }) => args.includes(QUESTION.slice(0, 30)))?.environment;
  const programs: string[] = [];
  const servers: RunningServer[] = [];
  for (const [pid, { ports }] of processes) {
    if (kindOf(pid)) continue;
    let top = pid;
    // Bounded: parents may go in a circle.
    for (let steps = 0; steps < processes.size && !kindOf(processes.get(top)!.parent); steps++) top = processes.get(top)!.parent;
    const { args, argv, environment, folder, input, packages, parent, seconds } = processes.get(top)!;
    if (args.includes(QUESTION.slice(0, 30))) continue;
    const command = commandOf(args).slice(0, MAX_COMMAND);
    if (top === pid) programs.push(command);
    const inside = folder === workdir || folder.startsWith(`${workdir}/`);
    const origin = kindOf(parent) ?? 'terminal';
    const start = inside ? commandLine({ argv, environment, input, origin, base: origin === 'tools' ? processes.get(parent)?.environment : terminal }) : { byHand: 'outside' as const };
    for (const port of ports) if (servers.length < MAX_LISTED && !servers.some((other) => other.port === port)) servers.push({ port, command, start, folder: inside ? folder.slice(workdir.length + 1) : '', packages, since: now - seconds * 1000, again: false });
  }
  return { servers, programs: programs.slice(0, MAX_LISTED) };
}

function readList(text: string): Map<number, Process> {
  const processes = new Map<number, Process>();
  let inside: number | undefined;
  for (const whole of text.split(/\r?\n/)) {
    const line = whole.slice(0, MAX_LINE);
    const row = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S.*)$/.exec(line);
    const header = /^\/proc\/(\d+)\/fd:$/.exec(line);
    const folder = / \/proc\/(\d+)\/cwd -> (.*)$/.exec(line);
    const packages = /^\/proc\/(\d+)\/cwd\/node_modules$/.exec(line);
    const port = / -> tcp:.*:(\d+)$/.exec(line);
    const input = / 0 -> (.*)$/.exec(line);
    const process = processes.get(Number((folder ?? packages)?.[1] ?? inside));
    if (header) inside = Number(header[1]);
    else if (folder && process) process.folder = folder[2]!;
    else if (packages && process) process.packages = true;
    else if (port) process?.ports.push(Number(port[1]));
    else if (input && process) process.input = input[1]!;
    else if (row && processes.size < MAX_PROCESSES) {
      processes.set(Number(row[1]), { parent: Number(row[2]), seconds: Number(row[3]), args: row[4]!, folder: '', packages: false, ports: [], input: '', argv: undefined, environment: undefined });
    }
  }
  return processes;
}

/** As somebody would type it: programs with a first line that names node are shown with it by the kernel. */
function commandOf(args: string): string {
  return args.replace(/^(?:\/bin\/)?sh -c /, '').replace(/^node \/usr\/bin\//, '').replace(/^node \S*\/node_modules\/\.bin\//, 'npx ');
}
