/** Paths and names as Node's library hands them over (strings or bytes) and as it wants them back (in an encoding). */
import type { Internal, NodeRuntime } from '../runtime.ts';

export type NodePath = string | Uint8Array;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The text of a path. Names in the sandbox are Unicode: bytes that are not UTF-8 become U+FFFD. */
export function textOf(path: NodePath): string {
  return typeof path === 'string' ? path : decoder.decode(path.buffer instanceof ArrayBuffer ? path : path.slice());
}

/** A name in the encoding the caller asked for; `buffer` gives a Buffer. */
export function encodeName(rt: NodeRuntime, name: string, encoding: unknown): unknown {
  if (encoding === undefined || encoding === null || encoding === 'utf8' || encoding === 'utf-8') return name;
  const { Buffer }: Internal = rt.requireBuiltin('buffer');
  const bytes = Buffer.from(name, 'utf8');
  return encoding === 'buffer' ? bytes : bytes.toString(encoding);
}

/** `b` below `a` without a double slash. */
export function join(a: string, b: string): string {
  return a.endsWith('/') ? a + b : `${a}/${b}`;
}

/** strcmp's order, as libuv sorts what `scandir` returns: by code point, where JavaScript compares UTF-16 units. */
export function compareNames(a: string, b: string): number {
  const n = Math.min(a.length, b.length);
  for (let i = 0; i < n; i++) {
    let x = a.charCodeAt(i);
    let y = b.charCodeAt(i);
    if (x === y) continue;
    // Surrogates sort above the rest of the BMP in UTF-8.
    if (x >= 0xd800 && y >= 0xd800) {
      if (x >= 0xe000) x -= 0x800; else x += 0x2000;
      if (y >= 0xe000) y -= 0x800; else y += 0x2000;
    }
    return x - y;
  }
  return a.length - b.length;
}
