/** A pager. It reads what it shows, and the rest as one pages or searches; without a terminal it passes its input on. */
import { O } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import { eachInput } from '../commands/inputs.ts';
import { errorText } from '../errors.ts';
import { RegexError, toJsRegex } from '../regex.ts';
import type { Command } from '../run/context.ts';
import { Input } from '../run/io.ts';
import { Screen, wrap } from './screen.ts';

export const less: Command = {
  name: 'less',
  aliases: ['more'],
  run(ctx) {
    const files = ctx.args.filter((a) => !/^[-+]/.test(a) || a === '-');
    if (!ctx.stdout.isTty) return eachInput(ctx, files, (input) => {
      for (let chunk = input.chunk(); chunk; chunk = input.chunk()) ctx.out(chunk);
    });
    if (files.length === 0 && ctx.stdin.isTty) return ctx.fail('missing filename');
    let status = 0;
    const inputs: Input[] = [];
    for (const file of files.length > 0 ? files : ['-']) {
      try {
        inputs.push(file === '-' ? ctx.stdin : new Input(ctx.sys, ctx.sys.open(file, O.RDONLY, 0)));
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
        status = ctx.fail(`${file}: ${errorText(e)}`);
      }
    }
    if (inputs.length === 0) return status;
    const size = ctx.sys.winsize(ctx.stdout.handle as number);
    const text = new Lines(inputs, size.cols || 80);
    if (ctx.args.some((a) => /^-[A-Za-z]*F/.test(a)) || ctx.env['LESS']?.includes('F')) {
      const rows = Math.max(2, size.rows || 24) - 1;
      while (!text.ended && text.all.length <= rows) text.read();
      if (text.all.length <= rows) {
        for (const line of text.all) ctx.out(`${line}\n`);
        return status;
      }
    }
    const screen = new Screen(ctx);
    try {
      page(screen, text);
    } finally {
      screen.close();
    }
    return status;
  },
};

/** What a key is called that never comes: the terminal is gone. */
const END = 'end of terminal';

/** The lines that were read so far, as wide as the screen. */
class Lines {
  readonly all: string[] = [];
  private readonly inputs: Input[];
  private readonly columns: number;
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  private rest = '';
  constructor(inputs: Input[], columns: number) {
    this.inputs = inputs;
    this.columns = columns;
  }

  get ended(): boolean {
    return this.inputs.length === 0;
  }

  /** Where the next ones come from. */
  get descriptor(): number {
    return this.inputs[0]!.handle as number;
  }

  read(): void {
    const chunk = this.inputs[0]!.chunk();
    if (!chunk) this.inputs.shift();
    const lines = (this.rest + (chunk ? this.decoder.decode(chunk, { stream: true }) : '')).split('\n');
    this.rest = this.ended ? '' : lines.pop()!;
    if (this.ended && lines.at(-1) === '') lines.pop();
    for (const line of lines) for (const piece of wrap(line, this.columns)) this.all.push(piece);
  }
}

function page(screen: Screen, text: Lines): void {
  const { all } = text;
  const rows = (): number => Math.max(2, screen.rows) - 1;
  /** Where the last page begins, as far as is known. */
  const last = (): number => Math.max(0, all.length - rows());
  let top = 0;
  let pattern: RegExp | null = null;
  let note = '';
  const typed: string[] = [];

  /** Reads until `enough`; the keyboard's ^C ends that, and q does. */
  const fill = (enough: () => boolean): void => {
    while (!text.ended && !enough() && screen.waits(text.descriptor)) text.read();
  };
  /** The next key, a character each; null when the window's size has changed. */
  const next = (): string | null => {
    const key = typed.length > 0 ? null : screen.key(-1);
    if (key) typed.push(...(key === 'end' ? [END] : key.t === 'key' ? [key.name] : key.text));
    return typed.shift() ?? null;
  };
  const search = (step: number): void => {
    let at = top + step;
    const fits = (): boolean => {
      while (at >= 0 && at < all.length && all[at]!.search(pattern!) < 0) at += step;
      return at < all.length;
    };
    if (!pattern) return;
    fill(fits);
    if (fits() && at >= 0) top = at;
    else note = 'Pattern not found';
  };
  /** Asks for an expression; whether there is one now. */
  const ask = (): boolean => {
    for (let words = ''; ;) {
      screen.write(`\r\x1b[K/${words}`);
      const key = next();
      if (key === END || key === '^C' || (key === 'backspace' && words === '')) return false;
      if (key === 'backspace') words = words.slice(0, -1);
      else if (key?.length === 1) words += key;
      if (key !== 'enter') continue;
      try {
        if (words !== '') pattern = toJsRegex(words, { extended: true, flags: 'g' });
      } catch (e) {
        if (!(e instanceof RegexError)) throw e;
        note = e.message;
        return false;
      }
      return true;
    }
  };

  for (;;) {
    const height = rows();
    fill(() => all.length > top + height);
    top = Math.max(0, Math.min(top, last()));
    const body = all.slice(top, top + height).map((l) => (pattern ? l.replace(pattern, '\x1b[7m$&\x1b[27m') : l));
    while (body.length < height) body.push('~');
    screen.write(`\x1b[H\x1b[2J${body.join('\n')}\n\x1b[7m${note || (text.ended && top >= last() ? '(END)' : ':')}\x1b[0m`);
    note = '';
    const key = next();
    const is = (...keys: string[]): boolean => keys.includes(key!);
    if (is('q', 'Q', END)) return;
    if (is(' ', 'f', 'pagedown')) top += height;
    else if (is('b', 'pageup')) top -= height;
    else if (is('d')) top += height >> 1;
    else if (is('u')) top -= height >> 1;
    else if (is('j', 'e', 'enter', 'down')) top++;
    else if (is('k', 'y', 'up')) top--;
    else if (is('g', '<', 'home')) top = 0;
    else if (is('G', '>', 'end')) {
      fill(() => false);
      top = last();
    } else if (is('^Z')) screen.suspend();
    else if (is('n') || (is('/') && ask())) search(1);
    else if (is('N')) search(-1);
  }
}
