/** `.env` files, with the rules of Node's Dotenv (src/node_dotenv.cc). */

/** Variables in the order of the text; a name that comes again overrides. */
export function parseEnv(text: string): { [name: string]: string } {
  const out: { [name: string]: string } = {};
  let rest = trimmed(text.replaceAll('\r', ''));
  const nextLine = (from = 0): void => {
    const newline = rest.indexOf('\n', from);
    rest = newline < 0 ? '' : rest.slice(newline + 1);
  };
  while (rest !== '') {
    if (rest[0] === '\n' || rest[0] === '#') {
      nextLine();
      continue;
    }
    const equals = rest.search(/[=\n]/);
    if (equals < 0) break;
    if (rest[equals] === '\n') {
      rest = trimmed(rest.slice(equals + 1));
      continue;
    }
    let name = trimmed(rest.slice(0, equals));
    rest = rest.slice(equals + 1);
    if (name === '') {
      nextLine();
      continue;
    }
    if (name.startsWith('export ')) name = trimmed(name.slice(7));
    if (rest === '' || rest[0] === '\n') {
      define(out, name, '');
      rest = rest.slice(1);
      continue;
    }
    // Line ends as well: a name with nothing but blanks behind its sign takes what the next line says, in Node too.
    rest = trimmed(rest);
    const quote = rest[0];
    const close = quote === '"' || quote === "'" || quote === '`' ? rest.indexOf(quote, 1) : -1;
    if (close >= 0) {
      const raw = rest.slice(1, close);
      define(out, name, quote === '"' ? raw.replaceAll('\\n', '\n') : raw);
      nextLine(close + 1);
      continue;
    }
    const line = rest.split('\n', 1)[0]!;
    // A quote that is never closed is part of the value, and so is what follows it.
    define(out, name, /^["'`]/.test(line) ? line : trimmed(line.split('#', 1)[0]!));
    nextLine();
  }
  return out;
}

/** Without the blanks and line ends around it, as Dotenv's `trim_spaces`. */
function trimmed(text: string): string {
  return text.replace(/^[ \t\n]+/, '').replace(/[ \t\n]+$/, '');
}

/** A variable may be called `__proto__`. */
function define(out: object, name: string, value: string): void {
  Object.defineProperty(out, name, { value, writable: true, enumerable: true, configurable: true });
}
