/** select and coproc. */
import type { Coproc, Select } from '../language/ast.ts';
import { textWidth } from '../text.ts';
import { startSubshell } from './children.ts';
import { Context } from './context.ts';
import { readUntil } from './read-until.ts';
import type { Runner } from './runner.ts';
import { decode } from '../text.ts';

/** Shows the words as a numbered menu on standard error and runs the body for each answer. */
export function runSelect(runner: Runner, node: Select): number {
  const { shell } = runner;
  const words = node.words === null ? [...shell.positional] : runner.expander.words(node.words);
  let status = 0;
  if (words.length === 0) return (shell.status = 0);
  let shown = false;
  const ctx = new Context(shell.sys, shell.name, [], {}, shell.handles, shell.checkInterrupt);
  runner.loop(() => {
    if (!shown) shell.complainRaw(menu(words, Number(shell.vars.get('COLUMNS') ?? 80) || 80));
    shown = true;
    shell.complainRaw(shell.vars.get('PS3') ?? '#? ');
    const { text, ended } = readUntil(ctx, ctx.stdin, 10);
    if (ended && text.length === 0) {
      ctx.out('\n');
      ctx.stdout.flush();
      status = 1;
      return false;
    }
    const reply = decode(text).trim();
    shell.vars.set('REPLY', reply);
    if (reply === '') {
      shown = false;
      return true;
    }
    shell.vars.set(node.name, /^\d+$/.test(reply) ? (words[Number(reply) - 1] ?? '') : '');
    status = runner.script(node.body);
    return true;
  }, (e) => (status = e.status));
  return (shell.status = status);
}

/** In columns where it is long, as bash does. */
function menu(words: string[], columns: number): string {
  const digits = String(words.length).length;
  const width = Math.max(...words.map(textWidth)) + digits + 2 + 2;
  const across = Math.max(1, Math.floor(columns / width));
  const rows = words.length < columns / width ? words.length : Math.ceil(words.length / across);
  let out = '';
  for (let r = 0; r < rows; r++) {
    let line = '';
    for (let i = r; i < words.length; i += rows) {
      const item = `${String(i + 1).padStart(digits)}) ${words[i]}`;
      line += i + rows < words.length ? item.padEnd(width) : item;
    }
    out += `${line}\n`;
  }
  return out;
}

/** Starts a command with pipes to and from it; NAME[0] reads, NAME[1] writes. */
export function runCoproc(runner: Runner, node: Coproc): number {
  const { shell } = runner;
  const { sys } = shell;
  const [outRead, outWrite] = sys.pipe();
  const [inRead, inWrite] = sys.pipe();
  const handles = [...shell.handles];
  handles[0] = inRead;
  handles[1] = outWrite;
  let pid: number;
  try {
    pid = startSubshell(shell, node.body, handles, { pgid: shell.jobControl ? 0 : undefined, background: true }).pid;
  } finally {
    sys.close(inRead);
    sys.close(outWrite);
  }
  const place = (handle: number): number => {
    // High numbers, which scripts do not use for themselves.
    let n = 63;
    while (shell.handles[n] !== undefined) n--;
    shell.handles[n] = handle;
    return n;
  };
  shell.vars.setList(node.name, [['0', String(place(outRead))], ['1', String(place(inWrite))]], false);
  shell.vars.set(`${node.name}_PID`, String(pid));
  shell.lastBackground = pid;
  const job = shell.jobs.add([pid], shell.jobControl ? pid : 0, shell.source);
  if (shell.interactive && shell.jobControl) shell.complainRaw(`[${job.id}] ${pid}\n`);
  return (shell.status = 0);
}
