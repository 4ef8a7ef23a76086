/**
 * The text of `node.config.json`, as src/node_config_file.cc reads it: from front to back, so that the first mistake is told and what stands behind it is not looked at.
 * Mistakes of JSON between values have no sentence of their own; a value that is none is an invalid value of its option.
 */
import { type FileOptions, type OptionTable, TYPE } from './parse.ts';

const ALLOWED_IN_ENV = 0;
/** Which options a namespace takes: the binary's table does not tell, its answers do. */
const NAMESPACES: { readonly [name: string]: (option: string) => boolean } = {
  test: (option) => option !== '--test-udp-no-try-send' && /^--(test|experimental-test)(-|$)/.test(option),
  watch: (option) => /^--watch(-|$)/.test(option),
  permission: (option) => option.startsWith('--allow-'),
};

/** What Node prints, without the sentence that follows from it. */
export class ConfigFault extends Error {}

/** The values of a text that ends too early, or is none, are `undefined`. */
class JsonReader {
  private at = 0;
  private readonly text: string;
  constructor(text: string) {
    this.text = text;
  }

  private space(): void {
    while (' \n\r\t'.includes(this.text[this.at] ?? 'x')) this.at++;
  }

  next(char: string): boolean {
    this.space();
    if (this.text[this.at] !== char) return false;
    this.at++;
    return true;
  }

  private match(pattern: RegExp): string | undefined {
    this.space();
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  string(): string | undefined {
    try {
      return JSON.parse(this.match(/"(?:[^"\\]|\\.)*"/gys) ?? '') as string;
    } catch {
      return undefined;
    }
  }

  boolean(): boolean | undefined {
    const word = this.match(/(?:true|false)(?=[\s,:[\]{}]|$)/gy);
    return word === undefined ? undefined : word === 'true';
  }

  integer(): bigint | undefined {
    const digits = this.match(/-?(?:0|[1-9]\d*)(?=[\s,:[\]{}]|$)/gy);
    return digits === undefined ? undefined : BigInt(digits);
  }

  /** Calls `each` behind every key. */
  object(each: (key: string) => void, broken: () => never): void {
    if (this.next('}')) return;
    do {
      const key = this.string();
      if (key === undefined || !this.next(':')) broken();
      else each(key);
    } while (this.next(','));
    if (!this.next('}')) broken();
  }

  /** Over a value of any kind; what it is made of is not looked at. */
  skip(): boolean {
    if (this.match(/"(?:[^"\\]|\\.)*"|[^\s,:[\]{}"]+/gys) !== undefined) return true;
    let depth = 0;
    do {
      const token = this.match(/"(?:[^"\\]|\\.)*"|[[{]|[\]}]|[^\s[\]{}"]+/gys);
      if (token === undefined) return false;
      if (token === '[' || token === '{') depth++;
      else if (token === ']' || token === '}') depth--;
      else if (depth === 0) return false;
    } while (depth > 0);
    return depth === 0;
  }
}

export function readConfig(text: string, path: string, table: OptionTable): FileOptions {
  const fault = (sentence = ''): never => {
    throw new ConfigFault(sentence);
  };
  const body = text.trim();
  // Before anything is read: strings have ends and no line breaks, and the text ends as it began.
  if (body === '' || /["\0-\x1f]/.test(body.replace(/"(?:[^"\\\0-\x1f]|\\[^\0-\x1f])*"/g, '').replace(/[\n\r\t]/g, ''))) fault(`Can't parse ${path}\n`);
  if (body[0] !== '{' && body.length > 0) fault(`Root value unexpected not an object for ${path}\n\n`);
  if (!body.endsWith('}')) fault(`Can't parse ${path}\n`);
  const json = new JsonReader(body);
  const rows = new Map(table.options.map((row) => [row[0], row]));
  const early: string[] = [], late: string[] = [];
  const seen = new Set<string>();

  const readOption = (namespace: string, key: string): void => {
    const name = `--${key}`;
    const row = rows.get(name);
    if (row === undefined || !(namespace === 'nodeOptions' ? row[2] === ALLOWED_IN_ENV : NAMESPACES[namespace]!(name))) return fault(`Unknown or not allowed option ${key} for namespace ${namespace}\n`);
    if (seen.has(name)) fault(`Option ${name} is already defined\n`);
    seen.add(name);
    const target = namespace === 'nodeOptions' ? early : late;
    const put = (value: string | bigint | undefined): void => {
      if (value === undefined) fault(`Invalid value for ${name}\n`);
      target.push(`${name}=${value}`);
    };
    const number = (from: bigint, to: bigint): bigint | undefined => {
      const value = json.integer();
      return value === undefined || value < from || value > to ? undefined : value;
    };
    switch (row[1]) {
      case TYPE.BOOLEAN: {
        const value = json.boolean();
        if (value === undefined) fault(`Invalid value for ${name}\n`);
        target.push(value === true ? name : `--no-${key}`);
        break;
      }
      case TYPE.STRING_LIST:
        if (!json.next('[')) return put(json.string());
        if (json.next(']')) return;
        do put(json.string()); while (json.next(','));
        if (!json.next(']')) put(undefined);
        break;
      case TYPE.STRING: return put(json.string());
      case TYPE.INTEGER: return put(number(-(2n ** 63n), 2n ** 63n - 1n));
      case TYPE.UINTEGER: case TYPE.HOST_PORT: return put(number(0n, 2n ** 64n - 1n));
      case TYPE.NO_OP: fault(`No-op flag ${name} is currently not supported\n`); break;
      case TYPE.V8: fault(`V8 flag ${name} is currently not supported\n`); break;
    }
  };

  json.next('{');
  json.object((namespace) => {
    if (namespace === '$schema') {
      if (!json.skip()) fault();
      return;
    }
    if (namespace === 'testRunner') fault('the "testRunner" namespace has been removed. Use "test" instead.\n');
    if (namespace !== 'nodeOptions' && !Object.hasOwn(NAMESPACES, namespace)) fault(`Unknown namespace ${namespace}\n`);
    if (!json.next('{')) fault(`"${namespace}" value unexpected for ${path} (should be an object)\n`);
    json.object((key) => readOption(namespace, key), fault);
  }, fault);
  return { early, late };
}
