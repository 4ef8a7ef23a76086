import type { Command, Context } from '../run/context.ts';
import { MemoryIn } from '../run/io.ts';
import { decode } from '../text.ts';
import { eachInput } from './inputs.ts';
import { parseOptions } from './options.ts';

export const xargs: Command = {
  name: 'xargs',
  run(ctx) {
    const o = parseOptions(ctx, {
      short: '0a:d:E:I:i::L:n:oP:prs:tx', stop: true,
      long: { null: '0', 'arg-file:': 'a', 'delimiter:': 'd', 'replace::': 'i', 'max-lines:': 'L', 'max-args:': 'n', 'max-procs:': 'P', 'no-run-if-empty': 'r', verbose: 't', interactive: 'p', 'max-chars:': 's', exit: 'x' },
    });
    const command = o.rest.length > 0 ? o.rest : ['echo'];
    let text = '';
    const status = eachInput(ctx, o.has('a') ? [o.value('a')!] : [], (input) => {
      text = decode(input.all());
    });
    if (status !== 0) return status;
    const replace = o.has('I') ? o.value('I')! : o.has('i') ? o.value('i') || '{}' : null;
    const delimiter = o.has('0') ? '\0' : o.has('d') ? unescape(o.value('d')!) : null;
    const items = delimiter !== null ? splitBy(text, delimiter) : replace !== null ? text.split('\n').map((l) => l.trimStart()).filter((l) => l !== '').map((l) => words(ctx, l.replace(/\s/g, '\\$&')).join(' ')) : untilEnd(words(ctx, text), o.value('E'));
    const runs: string[][] = [];
    if (replace !== null) for (const item of items) runs.push(command.map((w) => w.replaceAll(replace, item)));
    else if (o.has('L')) {
      // A blank at its end continues a line.
      const lines = text.replace(/[ \t]+\n(?:[ \t]*\n)*/g, ' ').split('\n').filter((l) => l.trim() !== '');
      const size = Number(o.value('L'));
      for (let i = 0; i < lines.length; i += size) runs.push([...command, ...words(ctx, lines.slice(i, i + size).join('\n'))]);
      if (lines.length === 0 && !o.has('r')) runs.push([...command]);
    } else {
      // One command line has to fit a system call.
      const size = Math.min(Number(o.value('n') ?? Infinity), 5000);
      let batch: string[] = [];
      let bytes = 0;
      for (const item of items) {
        if (batch.length >= size || bytes + item.length > 100_000) {
          runs.push([...command, ...batch]);
          batch = [];
          bytes = 0;
        }
        batch.push(item);
        bytes += item.length + 1;
      }
      if (batch.length > 0 || (items.length === 0 && !o.has('r'))) runs.push([...command, ...batch]);
    }
    return runAll(ctx, runs, Number(o.value('P') ?? 1), o.has('t'));
  },
};

/** `-E word`: nothing from that word on counts. */
function untilEnd(items: string[], end: string | undefined): string[] {
  const at = end === undefined ? -1 : items.indexOf(end);
  return at < 0 ? items : items.slice(0, at);
}

function runAll(ctx: Context, runs: string[][], parallel: number, verbose: boolean): number {
  let status = 0;
  const empty = (): MemoryIn => new MemoryIn(new Uint8Array(0));
  const note = (code: number, argv: string[]): boolean => {
    if (code === 255) {
      ctx.fail(`${argv[0]}: exited with status 255; aborting`);
      status = 124;
      return false;
    }
    if (code === 126 || code === 127) {
      status = code;
      return false;
    }
    if (code !== 0) status = code > 128 ? 125 : 123;
    return code <= 128;
  };
  if (parallel === 1) {
    for (const argv of runs) {
      if (verbose) ctx.err(`${argv.join(' ')}\n`);
      if (!note(ctx.launch(argv, { stdin: empty() }), argv)) break;
    }
    return status;
  }
  const running: { pid: number; argv: string[] }[] = [];
  const limit = parallel === 0 ? Infinity : parallel;
  for (const argv of runs) {
    if (running.length >= limit) {
      const first = running.shift()!;
      if (!note(ctx.wait(first.pid), first.argv)) break;
    }
    if (verbose) ctx.err(`${argv.join(' ')}\n`);
    ctx.stdout.flush();
    // Output into the memory of a command substitution cannot be shared between several running commands.
    if (typeof ctx.handles[1] !== 'number') {
      if (!note(ctx.launch(argv, { stdin: empty() }), argv)) break;
      continue;
    }
    running.push({ pid: ctx.start(argv, { stdin: empty() }, []), argv });
  }
  for (const { pid, argv } of running) note(ctx.wait(pid), argv);
  return status;
}

function unescape(text: string): string {
  return text.replace(/\\([nt0\\])/g, (_, c: string) => (c === 'n' ? '\n' : c === 't' ? '\t' : c === '0' ? '\0' : '\\'));
}

function splitBy(text: string, delimiter: string): string[] {
  const items = text.split(delimiter);
  if (items[items.length - 1] === '') items.pop();
  return items;
}

/** Words with xargs' own quoting: no expansions, quotes end at the line. */
function words(ctx: Context, text: string): string[] {
  const out: string[] = [];
  let word: string | null = null;
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!;
    if (c === '\\') word = (word ?? '') + (text[++i] ?? '');
    else if (c === '"' || c === "'") {
      const end = text.indexOf(c, i + 1);
      if (end < 0 || text.slice(i, end).includes('\n')) ctx.die(`unmatched ${c === '"' ? 'double' : 'single'} quote; by default quotes are special to xargs unless you use the -0 option`);
      word = (word ?? '') + text.slice(i + 1, end);
      i = end;
    } else if (/[ \t\n]/.test(c)) {
      if (word !== null) out.push(word);
      word = null;
    } else word = (word ?? '') + c;
  }
  if (word !== null) out.push(word);
  return out;
}
