/** Reads JSON texts one after another, as jq takes its input. */
import { JqError, type Json, type JsonObject } from './values.ts';

/** Deepest nesting that is read. */
const MAX_DEPTH = 10_000;

export class JsonReader {
  private readonly text: string;
  private at = 0;
  private counted = 0;
  private newlines = 0;

  constructor(text: string) {
    this.text = text.startsWith('\ufeff') ? text.slice(1) : text;
  }

  /** The next value; undefined at the end. @throws JqError */
  next(): Json | undefined {
    this.space();
    if (this.at >= this.text.length) return undefined;
    const value = this.value(0);
    const after = this.text[this.at];
    if (after !== undefined && !/[\s"[{]/.test(after) && !/[\]}"]/.test(this.text[this.at - 1]!)) this.fail('Invalid literal');
    return value;
  }

  /** Lines read so far, that of the last value included. */
  get lines(): number {
    const end = this.text.indexOf('\n', this.at);
    const stop = end < 0 ? this.text.length : end + 1;
    // Goes on where it stopped: it is asked after each value.
    for (let i = this.text.indexOf('\n', this.counted); i >= 0 && i < stop; i = this.text.indexOf('\n', i + 1)) this.newlines++;
    this.counted = Math.max(this.counted, stop);
    return this.newlines;
  }

  private space(): void {
    while (this.at < this.text.length && /[\s\x1e]/.test(this.text[this.at]!)) this.at++;
  }

  private fail(what: string, at = this.at): never {
    const before = this.text.slice(0, at + 1);
    const line = before.split('\n').length;
    const column = at - before.lastIndexOf('\n', at - 1);
    throw new JqError(`${what} at ${at >= this.text.length ? 'EOF at ' : ''}line ${line}, column ${at >= this.text.length ? Math.max(0, column - 1) : column}`);
  }

  private value(depth: number): Json {
    if (depth > MAX_DEPTH) this.fail('Exceeds depth limit for parsing');
    this.space();
    const c = this.text[this.at];
    if (c === undefined) this.fail('Unfinished JSON term');
    if (c === '"') return this.string();
    if (c === '[') return this.array(depth);
    if (c === '{') return this.object(depth);
    const word = /[^\s,:\]}[{"]+/y;
    word.lastIndex = this.at;
    const found = word.exec(this.text)?.[0];
    if (found === undefined) return this.fail(`Expected value before '${c}'`.replace(/Expected value before '([\]}])'/, "Unmatched '$1'").replace(/Expected value before ','/, "Expected value before ','"));
    this.at += found.length;
    if (found === 'null') return null;
    if (found === 'true') return true;
    if (found === 'false') return false;
    if (found === 'nan' || found === 'NaN') return Number.NaN;
    if (/^-?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/.test(found)) return Number(found);
    return this.fail(/^[a-z']/i.test(found) ? 'Invalid literal' : 'Invalid numeric literal');
  }

  private string(): string {
    const start = this.at++;
    for (;;) {
      const c = this.text[this.at];
      if (c === undefined) this.fail('Unfinished string');
      if (c === '\\') this.at += 2;
      else if (c === '"') break;
      else this.at++;
    }
    this.at++;
    const raw = this.text.slice(start, this.at);
    try {
      return JSON.parse(raw.replace(/[\u0000-\u001f]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)) as string;
    } catch {
      return this.fail('Invalid escape');
    }
  }

  private array(depth: number): Json[] {
    const out: Json[] = [];
    this.at++;
    this.space();
    if (this.text[this.at] === ']') {
      this.at++;
      return out;
    }
    for (;;) {
      out.push(this.value(depth + 1));
      this.space();
      const c = this.text[this.at];
      if (c === undefined) this.fail('Unfinished JSON term');
      this.at++;
      if (c === ']') return out;
      if (c !== ',') this.fail(c === '}' ? "Unmatched '}'" : "Expected separator between values", this.at - 1);
      this.space();
      if (this.text[this.at] === ']') this.fail('Expected another array element');
    }
  }

  private object(depth: number): JsonObject {
    const out: JsonObject = new Map();
    this.at++;
    this.space();
    if (this.text[this.at] === '}') {
      this.at++;
      return out;
    }
    for (;;) {
      this.space();
      const c = this.text[this.at];
      if (c === undefined) this.fail('Unfinished JSON term');
      if (c !== '"') this.fail(c === '}' ? 'Objects must consist of key:value pairs' : 'Object keys must be strings');
      const key = this.string();
      this.space();
      if (this.text[this.at] !== ':') this.fail(this.text[this.at] === undefined ? 'Unfinished JSON term' : 'Objects must consist of key:value pairs');
      this.at++;
      out.set(key, this.value(depth + 1));
      this.space();
      const after = this.text[this.at];
      if (after === undefined) this.fail('Unfinished JSON term');
      this.at++;
      if (after === '}') return out;
      if (after !== ',') this.fail(after === ']' ? "Unmatched ']'" : 'Expected separator between values', this.at - 1);
    }
  }
}

/** One value and nothing else (`fromjson`). @throws JqError */
export function readJson(text: string): Json {
  const reader = new JsonReader(text);
  try {
    const value = reader.next();
    if (value === undefined) return null;
    if (reader.next() !== undefined) throw new JqError('Unexpected extra JSON values');
    return value;
  } catch (e) {
    if (!(e instanceof JqError)) throw e;
    throw new JqError(`${e.message} (while parsing '${text}')`);
  }
}
