/**
 * Where a page ended. A cursor names a place in the fixed order of the walk, not an entry: it stays good when files come and go, and the entry itself may be gone.
 * It carries a mark of the call's other arguments, because with others the place would mean something else.
 */
import { AppError } from '../../shared/errors.ts';

export interface Position {
  path: string;
  /** 0 where whole files are counted. */
  line: number;
}

/** A short mark of the arguments that have to stay the same from page to page. */
export function markOf(args: unknown): string {
  let hash = 0x811c9dc5;
  for (const char of JSON.stringify(args)) hash = Math.imul(hash ^ char.codePointAt(0)!, 0x01000193);
  return (hash >>> 0).toString(36);
}

export function writeCursor(mark: string, { path, line }: Position): string {
  return `${mark}.${line}.${path}`;
}

/** @throws AppError `invalid_arguments` for a cursor of another call, or none of ours. */
export function readCursor(mark: string, cursor: string): Position {
  const found = /^([0-9a-z]+)\.(\d{1,15})\.(.+)$/s.exec(cursor);
  if (!found) throw new AppError('invalid_arguments', `Not a cursor of this tool: ${cursor}. Start again without it.`);
  if (found[1] !== mark) throw new AppError('invalid_arguments', 'The cursor belongs to a call with other arguments. Leave all other arguments unchanged, or start again without it.');
  return { path: found[3]!, line: Number(found[2]) };
}

/** The order of the walk: name by name, a folder before what is in it. */
export function comparePaths(a: string, b: string): number {
  if (a === b) return 0;
  const left = a.split('/');
  const right = b.split('/');
  for (let at = 0; at < left.length && at < right.length; at++) {
    if (left[at] !== right[at]) return left[at]! < right[at]! ? -1 : 1;
  }
  return left.length - right.length;
}
