/** Git's configuration files: the repository's and the person's own. */
import type { GitContext } from './context.ts';
import { GitError } from './errors.ts';

interface Line {
  raw: string;
  section?: string;
  /** `section.sub.name` with section and name in lower case. */
  key?: string;
  value?: string;
}

function parse(text: string): Line[] {
  let section = '';
  return text.replace(/\n$/, '').split('\n').map((raw): Line => {
    const header = /^\s*\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/.exec(raw);
    if (header) {
      section = header[2] === undefined ? header[1]!.toLowerCase() : `${header[1]!.toLowerCase()}.${header[2].replace(/\\(.)/g, '$1')}`;
      return { raw, section };
    }
    const entry = /^\s*([A-Za-z][\w-]*)\s*(?:=\s*(.*))?$/.exec(raw);
    if (!entry || section === '') return { raw };
    return { raw, key: `${section}.${entry[1]!.toLowerCase()}`, value: entry[2] === undefined ? 'true' : unquote(entry[2]) };
  });
}

/** Comments end a value outside of quotes; escapes count inside and outside. */
function unquote(text: string): string {
  let out = '';
  let quoted = false;
  let kept = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (char === '"') quoted = !quoted;
    else if (!quoted && (char === '#' || char === ';')) break;
    else if (char === '\\') out += { n: '\n', t: '\t', b: '\b' }[text[++at] ?? ''] ?? text[at] ?? '';
    else out += char;
    if (quoted || (char !== ' ' && char !== '\t')) kept = out.length;
  }
  return out.slice(0, kept);
}

const quoteValue = (value: string): string =>
  /^\s|\s$|[#;"\\\n\t]/.test(value) ? `"${value.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\t', '\\t')}"` : value;

export interface ConfigEntry {
  key: string;
  value: string;
}

const entriesOf = (lines: readonly Line[]): ConfigEntry[] => lines.flatMap((line) => (line.key === undefined ? [] : [{ key: line.key, value: line.value ?? '' }]));

/** What a file in the form of a configuration says. */
export const configEntries = (text: string): ConfigEntry[] => entriesOf(parse(text));

export type ConfigScope = 'local' | 'global';

export class Config {
  readonly #context: Pick<GitContext, 'fs' | 'env'>;
  readonly #gitdir: string | undefined;

  constructor(context: Pick<GitContext, 'fs' | 'env'>, gitdir: string | undefined) {
    this.#context = context;
    this.#gitdir = gitdir;
  }

  /** The last value of a key: the repository's own wins over the person's. */
  async get(key: string, scope?: ConfigScope): Promise<string | undefined> {
    return (await this.list(scope)).filter((entry) => entry.key === normalKey(key)).pop()?.value;
  }

  /** All entries, the person's first. */
  async list(scope?: ConfigScope): Promise<ConfigEntry[]> {
    const scopes: ConfigScope[] = scope ? [scope] : ['global', 'local'];
    const lines = (await Promise.all(scopes.map((name) => this.#read(name)))).flat();
    return entriesOf(lines);
  }

  async set(key: string, value: string, scope: ConfigScope = 'local'): Promise<void> {
    const wanted = normalKey(key);
    const [section, name] = split(wanted);
    const lines = await this.#read(scope);
    const entry = `\t${name} = ${quoteValue(value)}`;
    const existing = lines.findLastIndex((line) => line.key === wanted);
    const heading = lines.findLastIndex((line) => line.section === section);
    if (existing >= 0) lines[existing] = { raw: entry };
    else if (heading >= 0) {
      const next = lines.findIndex((line, at) => at > heading && line.section !== undefined);
      lines.splice(next < 0 ? lines.length : next, 0, { raw: entry });
    } else lines.push({ raw: sectionHeading(section) }, { raw: entry });
    await this.#write(scope, lines);
  }

  /** Whether there was such a key. */
  async unset(key: string, scope: ConfigScope = 'local'): Promise<boolean> {
    const lines = await this.#read(scope);
    const kept = lines.filter((line) => line.key !== normalKey(key));
    if (kept.length === lines.length) return false;
    await this.#write(scope, kept);
    return true;
  }

  #path(scope: ConfigScope): string | undefined {
    if (scope === 'local') return this.#gitdir === undefined ? undefined : `${this.#gitdir}/config`;
    return this.#context.env.HOME === undefined ? undefined : `${this.#context.env.HOME}/.gitconfig`;
  }

  async #read(scope: ConfigScope): Promise<Line[]> {
    const path = this.#path(scope);
    const text = path === undefined ? '' : await this.#context.fs.promises.readFile(path, 'utf8').catch(() => '');
    return text === '' ? [] : parse(text);
  }

  async #write(scope: ConfigScope, lines: readonly Line[]): Promise<void> {
    const path = this.#path(scope);
    if (path === undefined) throw new GitError(scope === 'local' ? 'fatal: not in a git directory' : 'fatal: $HOME not set');
    await this.#context.fs.promises.writeFile(path, lines.map((line) => `${line.raw}\n`).join(''));
  }
}

/** Section and name without regard to case; what stands between is kept. @throws GitError for keys without a section. */
function normalKey(key: string): string {
  const [section, name] = split(key);
  const dot = section.indexOf('.');
  return dot < 0 ? `${section.toLowerCase()}.${name.toLowerCase()}` : `${section.slice(0, dot).toLowerCase()}${section.slice(dot)}.${name.toLowerCase()}`;
}

function split(key: string): [string, string] {
  const at = key.lastIndexOf('.');
  if (at < 0) throw new GitError(`error: key does not contain a section: ${key}`, 1);
  return [key.slice(0, at), key.slice(at + 1)];
}

function sectionHeading(section: string): string {
  const dot = section.indexOf('.');
  return dot < 0 ? `[${section}]` : `[${section.slice(0, dot)} "${section.slice(dot + 1).replace(/[\\"]/g, '\\$&')}"]`;
}
