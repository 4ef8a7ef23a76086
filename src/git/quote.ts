/** Paths as git prints them: in quotes, with octal bytes, when they hold control characters, quotes, backslashes or bytes beyond ASCII. */

const named: Record<number, string> = { 7: '\\a', 8: '\\b', 9: '\\t', 10: '\\n', 11: '\\v', 12: '\\f', 13: '\\r', 34: '\\"', 92: '\\\\' };

export function quotePath(path: string, options: { spaces?: boolean } = {}): string {
  if (!/[\u0000-\u001f"\\\u007f-\uffff]/.test(path)) return options.spaces && path.includes(' ') ? `"${path}"` : path;
  let out = '';
  for (const byte of new TextEncoder().encode(path)) {
    out += named[byte] ?? (byte < 32 || byte >= 127 ? `\\${byte.toString(8).padStart(3, '0')}` : String.fromCharCode(byte));
  }
  return `"${out}"`;
}
