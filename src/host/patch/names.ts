/** File names in the headers of patches. */

const named: Record<string, string> = { a: '\x07', b: '\b', t: '\t', n: '\n', v: '\v', f: '\f', r: '\r', '"': '"', '\\': '\\' };

/** A name in git's quotes, and what follows it; undefined when it does not end. Bytes in, bytes out. */
export function unquoted(text: string): { name: string; rest: string } | undefined {
  let name = '';
  for (let at = 1; at < text.length; at++) {
    const char = text[at]!;
    if (char === '"') return { name, rest: text.slice(at + 1) };
    if (char !== '\\') {
      name += char;
      continue;
    }
    const octal = /^[0-3][0-7]{2}/.exec(text.slice(at + 1, at + 4));
    if (octal) {
      name += String.fromCharCode(Number.parseInt(octal[0], 8));
      at += 3;
      continue;
    }
    const meant = named[text[++at] ?? ''];
    if (meant === undefined) return undefined;
    name += meant;
  }
  return undefined;
}

/** The name on a `---`, `+++`, `rename from` ... line, without time and date. */
export function nameOn(text: string): string {
  if (text.startsWith('"')) {
    const quoted = unquoted(text);
    if (quoted) return quoted.name;
  }
  return text.split('\t', 1)[0]!;
}

/** What git and its settings put in front of old and new names. */
const PREFIXES = ['a/', 'b/', 'i/', 'w/', 'c/', 'o/', '1/', '2/'];

/** Both names of a `diff --git` line as they stand there. Names with blanks are not quoted: then both halves have to name the same file. */
export function gitHeaderNames(text: string): [string, string] | undefined {
  if (text.startsWith('"')) {
    const first = unquoted(text);
    if (!first || !first.rest.startsWith(' ')) return undefined;
    return [first.name, nameOn(first.rest.slice(1))];
  }
  const quote = text.indexOf(' "');
  if (quote > 0 && text.endsWith('"')) return [text.slice(0, quote), nameOn(text.slice(quote + 1))];
  for (let at = text.indexOf(' '); at > 0; at = text.indexOf(' ', at + 1)) {
    const [left, right] = [text.slice(0, at), text.slice(at + 1)];
    if (left === right || (hasPrefix(left) && hasPrefix(right) && left.slice(2) === right.slice(2))) return [left, right];
  }
  const at = text.indexOf(' ');
  return at > 0 ? [text.slice(0, at), text.slice(at + 1)] : undefined;
}

function hasPrefix(name: string): boolean {
  return PREFIXES.includes(name.slice(0, 2));
}

/**
 * The names without `a/` and `b/`, where they are there: two different ones in front of both names, or one in front of the only name. A folder that
 * happens to be called `a` stands in front of both.
 */
export function stripped(oldName: string | undefined, newName: string | undefined, header: [string, string] | undefined): [string | undefined, string | undefined] {
  const [left, right] = oldName !== undefined && newName !== undefined ? [oldName, newName] : (header ?? [oldName ?? newName!, undefined]);
  const prefixed = hasPrefix(left) && (right === undefined || (hasPrefix(right) && left[0] !== right[0]));
  const strip = (name: string | undefined): string | undefined => (prefixed ? name?.slice(2) : name);
  return [strip(oldName), strip(newName)];
}

/** From bytes to text. */
export function asPath(name: string): string {
  return Buffer.from(name, 'latin1').toString('utf8');
}
