/** What a program says of output that finds no room, and what it ends with. Most are coreutils' and do as one; the others have ways of their own. */

/** Statuses other than 1. */
const STATUS: { readonly [name: string]: number } = { grep: 2, egrep: 2, fgrep: 2, ls: 2, sort: 2, diff: 2, cmp: 2, expr: 3, sed: 4, env: 125 };
const SILENT_OF_REASON = new Set(['wc', 'du', 'sha1sum', 'sha224sum', 'sha256sum', 'sha384sum', 'sha512sum', 'md5sum', 'b2sum']);

/** @returns lines without the program's name */
export function writeError(name: string, reason: string): { lines: string[]; status: number } {
  const status = STATUS[name] ?? 1;
  if (name === 'sed') return { lines: [`couldn't flush stdout: ${reason}`], status };
  if (name === 'sort') return { lines: [`fflush failed: 'standard output': ${reason}`, 'write error'], status };
  if (name === 'find') return { lines: [`'standard output': ${reason}`, 'write error'], status };
  if (name === 'diff' || name === 'cmp' || name === 'yes') return { lines: [`standard output: ${reason}`], status };
  return { lines: [SILENT_OF_REASON.has(name) ? 'write error' : `write error: ${reason}`], status };
}
