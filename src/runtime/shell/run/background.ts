/** `command &`. */
import type { AndOr, Command as Node } from '../language/ast.ts';
import { O } from '../../abi/constants.ts';
import type { MemoryOut } from './io.ts';
import { startStage } from './pipeline.ts';
import type { Runner } from './runner.ts';

export function startBackground(runner: Runner, item: AndOr): void {
  const { shell } = runner;
  const only = item.rest.length === 0 && item.first.stages.length === 1 && !item.first.negate && !item.first.timed;
  const node: Node = only ? item.first.stages[0]! : { t: 'group', line: shell.line, redirects: [], body: { items: [{ ...item, background: false }] } };
  const handles = [...shell.handles];
  const opened: number[] = [];
  if (!shell.jobControl) {
    opened.push(shell.sys.open('/dev/null', O.RDONLY, 0));
    handles[0] = opened[0];
  }
  try {
    const drains: [number, MemoryOut][] = [];
    // A single program is started directly, so that $! is the program and not a shell around it.
    const pid = startStage(runner, node, handles, { pgid: shell.jobControl ? 0 : undefined, background: true }, drains);
    shell.status = 0;
    if (pid <= 0) return;
    // Inside `$(...)` the output is awaited like any other.
    for (const drain of drains) shell.backgroundDrains.push(drain);
    shell.lastBackground = pid;
    const job = shell.jobs.add([pid], pid, item.source);
    if (shell.interactive && shell.jobControl) shell.complainRaw(`[${job.id}] ${pid}\n`);
  } finally {
    for (const fd of opened) shell.sys.close(fd);
  }
}
