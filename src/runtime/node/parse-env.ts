/** `.env` files, with the rules of Node's Dotenv (src/node_dotenv.cc). */

/** Variables in the order of the text; a name that comes again overrides. */
export function parseEnv(text: string): { [name: string]: string } {
  const out: { [name: string]: string } = {};
  const input = text.replace(/\r\n?/g, '\n');
  let at = 0;
  while (at < input.length) {
    const lineEnd = input.indexOf('\n', at) === -1 ? input.length : input.indexOf('\n', at);
    const line = input.slice(at, lineEnd);
    const equals = line.indexOf('=');
    if (line.trim() === '' || line.trimStart().startsWith('#') || equals === -1) {
      at = lineEnd + 1;
      continue;
    }
    const name = line.slice(0, equals).trim().replace(/^export\s+/, '');
    let valueAt = at + equals + 1;
    while (valueAt < lineEnd && (input[valueAt] === ' ' || input[valueAt] === '\t')) valueAt++;
    const quote = input[valueAt];
    if (name !== '' && (quote === '"' || quote === "'" || quote === '`')) {
      const close = input.indexOf(quote, valueAt + 1);
      if (close !== -1) {
        const raw = input.slice(valueAt + 1, close);
        define(out, name, quote === '"' ? raw.replaceAll('\\n', '\n') : raw);
        const rest = input.indexOf('\n', close);
        at = rest === -1 ? input.length : rest + 1;
        continue;
      }
    }
    const hash = input.slice(valueAt, lineEnd).indexOf('#');
    const value = (hash === -1 ? input.slice(valueAt, lineEnd) : input.slice(valueAt, valueAt + hash)).trim();
    if (name !== '') define(out, name, value);
    at = lineEnd + 1;
  }
  return out;
}

/** A variable may be called `__proto__`. */
function define(out: object, name: string, value: string): void {
  Object.defineProperty(out, name, { value, writable: true, enumerable: true, configurable: true });
}
