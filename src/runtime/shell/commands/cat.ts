import type { Command } from '../run/context.ts';
import { eachInput, eachLine } from './inputs.ts';
import { parseOptions } from './options.ts';

export const cat: Command = {
  name: 'cat',
  batch: 'filter',
  run(ctx) {
    const options = parseOptions(ctx, {
      short: 'AbeEnstTuv',
      long: { 'show-all': 'A', 'number-nonblank': 'b', 'show-ends': 'E', number: 'n', 'squeeze-blank': 's', 'show-tabs': 'T', 'show-nonprinting': 'v' },
    });
    const letters = new Set(options.list.map(([l]) => l));
    const has = (...names: string[]): boolean => names.some((n) => letters.has(n));
    if (letters.size === 0 || (letters.size === 1 && letters.has('u'))) {
      return eachInput(ctx, options.rest, (input) => {
        for (let chunk = input.chunk(); chunk; chunk = input.chunk()) {
          ctx.out(chunk);
          ctx.stdout.flush();
        }
      });
    }
    let number = 0;
    let blanks = 0;
    return eachInput(ctx, options.rest, (input) => eachLine(input, (line, whole) => {
      blanks = line === '' ? blanks + 1 : 0;
      if (has('s') && blanks > 1) return;
      const counted = has('b') ? line !== '' : has('n');
      if (counted) ctx.out(`${String(++number).padStart(6)}\t`);
      let text = line;
      if (has('v', 'A', 'e', 't')) text = visible(text);
      // The return of a line's end is shown wherever ends are.
      else if (whole && has('E')) text = text.replace(/\r$/, '^M');
      if (has('T', 'A', 't')) text = text.replaceAll('\t', '^I');
      ctx.out(text + (whole ? (has('E', 'A', 'e') ? '$\n' : '\n') : ''));
    }));
  },
};

function visible(text: string): string {
  let out = '';
  for (const byte of new TextEncoder().encode(text)) {
    const low = byte & 0x7f;
    if (byte >= 0x80) out += 'M-';
    out += low === 9 && byte < 0x80 ? '\t' : low < 32 ? `^${String.fromCharCode(low + 64)}` : low === 127 ? '^?' : String.fromCharCode(low);
  }
  return out;
}

