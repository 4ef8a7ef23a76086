/** Backslash escapes of `$'...'`, `echo -e` and `printf`. */

const SIMPLE: { [c: string]: string } = { a: '\x07', b: '\b', e: '\x1b', E: '\x1b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', '\\': '\\' };

/**
 * Replaces escapes. 'ansi': `$'...'` (octal as \nnn, \' and \" and \cX); 'echo': octal as \0nnn, `\c` ends the output; 'printf': a format
 * (octal \nnn, `\"`); 'b': the argument of %b (both octal forms, `\c` ends). `ended` says that `\c` was met.
 */
export function ansiEscapes(s: string, style: 'ansi' | 'echo' | 'printf' | 'b'): { text: string; ended: boolean } {
  if (!s.includes('\\')) return { text: s, ended: false };
  let out = '';
  for (let i = 0; i < s.length; i++) {
    const c = s[i]!;
    if (c !== '\\' || i === s.length - 1) {
      out += c;
      continue;
    }
    const n = s[++i]!;
    const simple = SIMPLE[n];
    if (simple !== undefined) out += simple;
    else if (n === 'c' && (style === 'echo' || style === 'b')) return { text: out, ended: true };
    else if (n === 'c' && style === 'ansi') out += String.fromCharCode((s.charCodeAt(++i) || 0) & 0x1f);
    else if (n === "'" || n === '"' || n === '?') out += style === 'ansi' || (style === 'printf' && n === '"') ? n : `\\${n}`;
    else if (n === 'x' || n === 'u' || n === 'U') {
      const max = n === 'x' ? 2 : n === 'u' ? 4 : 8;
      const hex = /^[0-9a-fA-F]+/.exec(s.slice(i + 1, i + 1 + max))?.[0];
      if (!hex) out += `\\${n}`;
      else {
        i += hex.length;
        out += n === 'x' ? byte(parseInt(hex, 16)) : String.fromCodePoint(Math.min(parseInt(hex, 16), 0x10ffff));
      }
    } else if (n >= '0' && n <= '7' && (style !== 'echo' || n === '0')) {
      const width = style === 'echo' || (style === 'b' && n === '0') ? 4 : 3;
      const octal = /^[0-7]+/.exec(s.slice(i, i + width))![0];
      i += octal.length - 1;
      out += byte(parseInt(octal, 8) & 0xff);
    } else out += `\\${n}`;
  }
  return { text: joinBytes(out), ended: false };
}

/** A byte above 0x7f is kept as a lone surrogate (see text.ts) until its neighbours are known. */
function byte(n: number): string {
  return n < 0x80 ? String.fromCharCode(n) : String.fromCharCode(0xdc00 + n);
}

/** Bytes given one by one may make up a UTF-8 character together. */
function joinBytes(s: string): string {
  return s.replace(/[\udc80-\udcff]{2,}/g, (run) => {
    const bytes = Uint8Array.from(run, (c) => c.charCodeAt(0) - 0xdc00);
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      return run;
    }
  });
}
