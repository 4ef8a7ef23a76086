import { decode } from '../text.ts';
import type { Command } from '../run/context.ts';
import { RegexError } from '../regex.ts';
import { ansiEscapes } from '../language/escapes.ts';
import { AwkError, type Program } from './awk-ast.ts';
import { Machine } from './awk-machine.ts';
import { parseAwk } from './awk-parser.ts';
import { parseOptions } from './options.ts';

export const awk: Command = {
  name: 'awk',
  apart: true,
  batch: 'filter',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'F:f:v:', long: { 'field-separator:': 'F', 'file:': 'f', 'assign:': 'v' }, stop: true, status: 2 });
    const rest = [...o.rest];
    const source = o.has('f') ? o.values('f').map((file) => decode(ctx.sys.readFile(file))).join('\n') : rest.shift();
    if (source === undefined) {
      ctx.err('usage: awk [-F fs][-v var=value][prog | -f progfile][file ...]\n');
      return 2;
    }
    try {
      const program: Program = parseAwk(source);
      const machine = new Machine(ctx, program, rest);
      const separator = o.value('F');
      if (separator !== undefined) machine.set('FS', separator === 't' ? '\t' : ansiEscapes(separator, 'printf').text);
      for (const assignment of o.values('v')) if (!machine.assignOperand(assignment)) throw new AwkError(`invalid -v argument: ${assignment}`);
      return machine.run();
    } catch (e) {
      if (!(e instanceof AwkError) && !(e instanceof RegexError)) throw e;
      return ctx.fail(e.message, 2);
    }
  },
};
