/** A name that an earlier script has declared: found before the first statement runs, and shown at the script's first character. */
import type { Internal } from '../runtime.ts';
import { arrowAt, type SourceText } from './syntax-error.ts';

const MESSAGE = /^Identifier '(.*)' has already been declared$/s;
/** Whether what was declared anew is a variable or function: V8 tells of the two in different places. */
const kinds = new WeakMap<object, boolean>();

export function redeclared(name: string, lexical: boolean): SyntaxError {
  const error = new SyntaxError(`Identifier '${name}' has already been declared`);
  kinds.set(error, lexical);
  return error;
}

/** The same for what the engine itself found, of a script that runs in the global scope. */
export function markRedeclared(error: unknown, lexicals: readonly string[]): void {
  if (!(error instanceof SyntaxError) || kinds.has(error)) return;
  const name = MESSAGE.exec(error.message)?.[1];
  if (name !== undefined) kinds.set(error, lexicals.includes(name));
}

/** Undefined for any other error. */
export function redeclarationArrow(error: object, source: SourceText): string | undefined {
  const lexical = kinds.get(error);
  if (lexical === undefined) return undefined;
  const { file, lineOffset = 0, columnOffset = 0 } = source;
  if (!lexical && typeof (error as Internal).stack === 'string') (error as Internal).stack = (error as Internal).stack.replace(/\n {4}at |$/, `\n    at ${file}:${1 + lineOffset}:${1 + columnOffset}$&`);
  // There is nothing to mark in an empty line.
  return arrowAt(source, 0, 1).replace(/\n\n\n$/, '\n\n');
}
