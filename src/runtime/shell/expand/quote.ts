/** Text as the shell would read it back. */

/** `printf %q` style with backslashes; with `always`, single quotes (`declare -p`, `${x@Q}`, `set -x`). */
export function quoteForShell(s: string, always = false): string {
  if (/[\x00-\x1f\x7f]/.test(s)) {
    const named: { [c: string]: string } = { '\n': '\\n', '\t': '\\t', '\r': '\\r', '\x07': '\\a', '\b': '\\b', '\f': '\\f', '\v': '\\v', '\x1b': '\\E', "'": "\\'", '\\': '\\\\' };
    return `$'${s.replace(/[\x00-\x1f\x7f'\\]/g, (c) => named[c] ?? `\\${c.charCodeAt(0).toString(8).padStart(3, '0')}`)}'`;
  }
  if (always) return `'${s.replaceAll("'", "'\\''")}'`;
  if (s === '') return "''";
  return s.replace(/[^A-Za-z0-9_@%+=:,./\u0080-\uffff-]/g, '\\$&').replace(/^~/, '\\~');
}

/** An argument in a trace line: quoted only when it has to be. */
export function quoteForTrace(s: string): string {
  if (s === '') return "''";
  return /^[A-Za-z0-9_@%+=:,./^\u0080-\uffff-]+$/.test(s) ? s : quoteForShell(s, true);
}
