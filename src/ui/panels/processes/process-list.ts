/** What runs in the sandbox, as its own `ps` lists it. */
import type { Engine } from '../../../sandbox/sandbox.ts';
import { AppError } from '../../../shared/errors.ts';

export interface ListedProcess {
  pid: number;
  command: string;
  ageSeconds: number;
  /** As the kernel measures it; an estimate. */
  busyMs: number;
  /** What the browser measured last; undefined before. */
  memoryBytes: number | undefined;
}

/** Of a command line as much as a row can show; a program may give itself a title of any length. */
const MAX_COMMAND = 300;
/** Rows at most; the sandbox itself allows some two hundred processes. */
const MAX_ROWS = 500;

/**
 * Lists the processes, the listing itself left out. Asking has the browser measure their memory, for one of the next times.
 * @throws AppError `processes_unknown` where the engine's `ps` cannot tell
 */
export async function listProcesses(engine: Pick<Engine, 'spawn'>): Promise<ListedProcess[]> {
  const process = await engine.spawn('ps', ['-e', '-o', 'pid=,etimes=,busy=,rss=,args='], { terminal: { cols: 500, rows: 24 } });
  let output = '';
  await process.output.pipeTo(new WritableStream({ write(chunk) { output += chunk; } }));
  const rows = parseProcesses(output);
  if (await process.exit !== 0 || rows === undefined) throw new AppError('processes_unknown', 'This engine does not tell what runs in it.');
  return rows.filter(({ command }) => !/^ps -e -o pid=/.test(command));
}

/** The lines of `ps`; undefined when they are of another form. */
export function parseProcesses(output: string): ListedProcess[] | undefined {
  const rows: ListedProcess[] = [];
  for (const line of output.split(/\r?\n/)) {
    if (line.trim() === '') continue;
    const found = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+|-)\s+(.*)$/.exec(line);
    if (!found) return undefined;
    const [, pid, age, busy, rss, command] = found as unknown as [string, string, string, string, string, string];
    // init is the kernel itself: nobody can end it.
    if (Number(pid) === 1) continue;
    rows.push({ pid: Number(pid), command: command.slice(0, MAX_COMMAND), ageSeconds: Number(age), busyMs: Number(busy), memoryBytes: rss === '-' ? undefined : Number(rss) * 1024 });
    if (rows.length === MAX_ROWS) break;
  }
  return rows;
}

/** Sends a signal: a process may refuse TERM, never KILL. */
export async function endProcess(engine: Pick<Engine, 'spawn'>, pid: number, signal: 'TERM' | 'KILL'): Promise<void> {
  await (await engine.spawn('kill', [`-${signal}`, String(pid)], { output: false })).exit;
}
