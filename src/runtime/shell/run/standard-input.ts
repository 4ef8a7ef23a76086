/** Scripts that come on standard input. */
import { decode } from '../text.ts';
import { isComplete } from './complete.ts';
import { Context } from './context.ts';
import { readUntil } from './read-until.ts';
import type { Runner } from './runner.ts';

/** Runs commands as they come: one may read the lines that follow it. */
export function runStandardInput(runner: Runner): number {
  const { shell } = runner;
  const ctx = new Context(shell.sys, shell.name, [], {}, shell.handles, () => shell.checkEnd());
  let pending = '';
  let firstLine = 1;
  let line = 1;
  for (;;) {
    const { text, ended } = readUntil(ctx, ctx.stdin, 10);
    if (ended && text.length === 0 && pending === '') return shell.status;
    pending += `${decode(text)}${ended ? '' : '\n'}`;
    line++;
    if (!ended && !isComplete(pending, shell)) continue;
    runner.text(pending, { firstLine });
    pending = '';
    firstLine = line;
    if (ended) return shell.status;
  }
}
