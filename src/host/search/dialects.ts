/** Expressions as people and models write them after years of grep, ripgrep, Perl and Python, in JavaScript's words. What JavaScript would take for something else finds nothing, and nobody learns why. */

export interface Translated {
  source: string;
  /** The expression asked for it, as `(?i)` at its beginning. */
  ignoreCase: boolean;
}

/** POSIX classes; JavaScript has none. */
const posixClasses: Record<string, string> = {
  alpha: 'A-Za-z', digit: '0-9', alnum: 'A-Za-z0-9', upper: 'A-Z', lower: 'a-z', space: '\\s', blank: ' \\t', punct: '!-\\/:-@\\[-`\\{-~', xdigit: 'A-Fa-f0-9', word: '\\w',
  cntrl: '\\x00-\\x1f\\x7f', print: ' -~', graph: '!-~',
};

/** Escapes that are nothing, or only the letter itself, in JavaScript. Lines are searched one by one, so a text's beginning and end are a line's. */
const escapes: Record<string, string> = { A: '^', z: '$', Z: '$', h: '[ \\t]', H: '[^ \\t]', '<': '\\b(?=\\w)', '>': '\\b(?<=\\w)' };

export function translated(given: string): Translated {
  // `s` and `m` change nothing within one line; `x` would, and stays an error.
  const flags = /^\(\?([imsu]+)\)/.exec(given);
  const source = flags ? given.slice(flags[0].length) : given;
  let out = '';
  let inClass = false;
  for (let at = 0; at < source.length; at++) {
    const char = source[at]!;
    const rest = source.slice(at, at + 48);
    const taken = char === '\\' ? escapeAt(rest, inClass) : inClass ? classAt(rest) : char === '(' ? groupAt(rest) : undefined;
    if (taken) {
      out += taken.source;
      at += taken.length - 1;
      continue;
    }
    if (inClass) {
      if (char === ']') inClass = false;
    } else if (char === '[') {
      inClass = true;
      // A bracket that comes first is meant, in POSIX: `[]abc]`.
      const first = /^\[\^?\](?=[^\]]*\])/.exec(source.slice(at));
      if (first) {
        out += first[0].replace(']', '\\]');
        at += first[0].length - 1;
        continue;
      }
    }
    out += char;
  }
  return { source: out, ignoreCase: flags?.[1]?.includes('i') ?? false };
}

interface Taken { source: string; length: number }

function escapeAt(rest: string, inClass: boolean): Taken {
  const code = /^\\x\{([\da-f]{1,6})\}/i.exec(rest);
  if (code) {
    const hex = Number.parseInt(code[1]!, 16).toString(16);
    return { source: hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`, length: code[0].length };
  }
  const meant = inClass ? (rest[1] === 'h' ? ' \\t' : undefined) : escapes[rest[1] ?? ''];
  return { source: meant ?? rest.slice(0, 2), length: 2 };
}

/** Only inside of brackets: `[:alpha:]` by itself is a set of letters, as grep would say too. */
function classAt(rest: string): Taken | undefined {
  const name = /^\[:(\w+):\]/.exec(rest)?.[1];
  const meant = name === undefined ? undefined : posixClasses[name];
  return meant === undefined ? undefined : { source: meant, length: name!.length + 4 };
}

/** Python's names of groups. */
function groupAt(rest: string): Taken | undefined {
  const named = /^\(\?P<(\w+)>/.exec(rest);
  if (named) return { source: `(?<${named[1]}>`, length: named[0].length };
  const again = /^\(\?P=(\w+)\)/.exec(rest);
  return again ? { source: `\\k<${again[1]}>`, length: again[0].length } : undefined;
}
