/** `bc`: arithmetic of any length, line by line. */
import { eachLine, readText } from '../commands/inputs.ts';
import { parseOptions } from '../commands/options.ts';
import type { Command, Context } from '../run/context.ts';
import { BcEnd, Machine } from './bc/machine.ts';
import { BcSyntaxError, parse } from './bc/parse.ts';

export const bc: Command = {
  name: 'bc',
  apart: true,
  run(ctx) {
    const o = parseOptions(ctx, { short: 'hilqsvwe:', long: { help: 'h', interactive: 'i', mathlib: 'l', quiet: 'q', standard: 's', version: 'v', warn: 'w', 'expression:': 'e' } });
    if (o.has('h') || o.has('v')) {
      ctx.out(o.has('v') ? 'bc (Tabloom) 1.07\n' : 'usage: bc [-lq] [-e EXPRESSION] [FILE]...\n');
      return 0;
    }
    const typed: string[] = [];
    const length = ctx.env['BC_LINE_LENGTH'];
    const machine = new Machine({ out: (text) => ctx.out(text), library: o.has('l'), width: length === undefined || !/^\d+$/.test(length) ? undefined : Number(length), readLine: () => typed.shift() });
    try {
      if (o.has('e')) {
        runLines(ctx, machine, o.value('e')!.split('\n'), '(expression)');
        return 0;
      }
      for (const file of o.rest) runLines(ctx, machine, readText(ctx, file).replace(/\n$/, '').split('\n'), file);
      // Each line at once: somebody may be typing.
      const feed = feeder(ctx, machine, '(standard_in)');
      eachLine(ctx.stdin, (line) => {
        feed(line);
        ctx.stdout.flush();
      });
    } catch (error) {
      if (!(error instanceof BcEnd)) throw error;
    }
    return 0;
  },
};

function runLines(ctx: Context, machine: Machine, lines: readonly string[], name: string): void {
  const feed = feeder(ctx, machine, name);
  for (const line of lines) feed(line);
}

/** Takes a line after the other, and runs what is whole. */
function feeder(ctx: Context, machine: Machine, name: string): (line: string) => void {
  let pending = '';
  let number = 0;
  return (line) => {
    number++;
    pending += `${line}\n`;
    if (line.endsWith('\\')) return;
    try {
      const statements = parse(pending);
      pending = '';
      machine.run(statements);
    } catch (error) {
      if (error instanceof BcSyntaxError) {
        // What a line alone is not, it may be with the next; a line without an end is not waited for.
        if (error.incomplete && /[{"]|\/\*/.test(pending)) return;
        ctx.err(`${name} ${number}: syntax error\n`);
      } else if (error instanceof RangeError) ctx.err(`Runtime error (func=(main), adr=0): ${error.message}\n`);
      else throw error;
      pending = '';
    }
  };
}
