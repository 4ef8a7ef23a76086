/** Whether a text is a whole command, or the first lines of one. */
import { Parser } from '../language/parser.ts';
import { ShellSyntaxError } from '../language/source.ts';
import type { Shell } from './shell.ts';

export function isComplete(text: string, shell: Shell): boolean {
  const parser = new Parser(text, { aliases: shell.interactive ? shell.aliases : new Map(), extglob: shell.shopt.has('extglob') });
  try {
    while (parser.nextCommand());
  } catch (e) {
    if (e instanceof ShellSyntaxError) return !e.incomplete;
    throw e;
  }
  return !/(?:^|[^\\])(?:\\\\)*\\\n?$/.test(text);
}
