import { O, TTY } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import { charWidth, decode, splitLines } from '../text.ts';
import type { Command, Context } from '../run/context.ts';
import { eachInput } from './inputs.ts';

/** A pager: passes its input on when nobody watches. */
export const less: Command = {
  name: 'less',
  aliases: ['more'],
  apart: true,
  batch: 'filter',
  run(ctx) {
    const files = ctx.args.filter((a) => !/^[-+]/.test(a) || a === '-');
    if (!ctx.stdout.isTty) return eachInput(ctx, files, (input) => {
      for (let chunk = input.chunk(); chunk; chunk = input.chunk()) ctx.out(chunk);
    });
    let text = '';
    const status = eachInput(ctx, files, (input) => {
      text += decode(input.all());
    });
    const quit = ctx.args.some((a) => /^-[A-Za-z]*F/.test(a)) || ctx.env['LESS']?.includes('F');
    return page(ctx, splitLines(text), Boolean(quit)) || status;
  },
};

function page(ctx: Context, source: string[], quitIfShort: boolean): number {
  const { sys } = ctx;
  const out = ctx.stdout.handle as number;
  const size = sys.winsize(out);
  const columns = size.cols || 80;
  const rows = Math.max(2, size.rows || 24) - 1;
  const lines = source.flatMap((line) => wrap(line, columns));
  if (lines.length <= rows && quitIfShort) {
    ctx.out(lines.map((l) => `${l}\n`).join(''));
    return 0;
  }
  const tty = sys.open('/dev/tty', O.RDWR, 0);
  const modes = sys.tcgetattr(tty);
  sys.tcsetattr(tty, TTY.OPOST | TTY.ISIG);
  const last = Math.max(0, lines.length - rows);
  let top = 0;
  let pattern: RegExp | null = null;
  const bytes = new Uint8Array(64);
  ctx.out('\x1b[?1049h');
  try {
    for (;;) {
      const body = lines.slice(top, top + rows).map((l) => (pattern ? l.replace(pattern, (m) => `\x1b[7m${m}\x1b[27m`) : l));
      while (body.length < rows) body.push('~');
      ctx.out(`\x1b[H\x1b[2J${body.join('\n')}\n\x1b[7m${top >= last ? '(END)' : ':'}\x1b[0m`);
      ctx.stdout.flush();
      const n = sys.read(tty, bytes, -1);
      const key = decode(bytes.slice(0, n));
      if (n === 0 || key === 'q' || key === 'Q') return 0;
      if (key === ' ' || key === 'f' || key === '\x1b[6~') top += rows;
      else if (key === 'b' || key === '\x1b[5~') top -= rows;
      else if (key === 'd') top += rows >> 1;
      else if (key === 'u') top -= rows >> 1;
      else if (key === 'g' || key === '<' || key === '\x1b[H') top = 0;
      else if (key === 'G' || key === '>' || key === '\x1b[F') top = last;
      else if (key === 'k' || key === 'y' || key === '\x1b[A') top -= 1;
      else if (key === 'j' || key === 'e' || key === '\r' || key === '\n' || key === '\x1b[B') top += 1;
      else if (key === '/') pattern = ask(ctx, tty) ?? pattern;
      if ((key === 'n' || key === '/') && pattern) {
        const found = lines.findIndex((l, i) => i > top && l.search(pattern!) >= 0);
        if (found >= 0) top = found;
      } else if (key === 'N' && pattern) {
        const found = lines.findLastIndex((l, i) => i < top && l.search(pattern!) >= 0);
        if (found >= 0) top = found;
      }
      top = Math.max(0, Math.min(top, last));
    }
  } catch (e) {
    if (e instanceof SysError && e.code === 'EINTR') return 130;
    throw e;
  } finally {
    ctx.out('\x1b[?1049l');
    ctx.stdout.flush();
    sys.tcsetattr(tty, modes);
    sys.close(tty);
  }
}

function ask(ctx: Context, tty: number): RegExp | null {
  let text = '';
  const bytes = new Uint8Array(64);
  for (;;) {
    ctx.out(`\r\x1b[K/${text}`);
    ctx.stdout.flush();
    const n = ctx.sys.read(tty, bytes, -1);
    const key = decode(bytes.slice(0, n));
    if (key === '\r' || key === '\n') break;
    if (key === '\x1b' || n === 0) return null;
    text = key === '\x7f' ? text.slice(0, -1) : text + key;
  }
  try {
    return new RegExp(text, 'gu');
  } catch {
    return null;
  }
}

function wrap(line: string, columns: number): string[] {
  const out: string[] = [];
  let current = '';
  let width = 0;
  for (const piece of line.replaceAll('\t', '        ').match(/\x1b\[[0-9;]*m|[\s\S]/gu) ?? []) {
    const w = piece.length > 1 && piece.startsWith('\x1b') ? 0 : charWidth(piece.codePointAt(0)!);
    if (width + w > columns) {
      out.push(current);
      current = '';
      width = 0;
    }
    current += piece;
    width += w;
  }
  out.push(current);
  return out;
}
