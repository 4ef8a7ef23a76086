/** What a project consists of, as far as it decides how it is linted and built. */
import { AppError } from '../shared/errors.ts';
import { isRecord } from '../shared/json.ts';
import type { ToolContext } from './tool.ts';

export interface ProjectFacts {
  /** Absolute. */
  workdir: string;
  /** Files and folders directly in the project's own folder. */
  names: ReadonlySet<string>;
  /** Texts of the files that were asked for and are there. */
  texts: Readonly<Record<string, string>>;
  package_json: PackageJson | undefined;
  /** Absolute paths of programs, by name: the project's own, or else those on the PATH. */
  programs: Readonly<Record<string, string>>;
}

export interface PackageJson {
  scripts: Readonly<Record<string, string>>;
  /** Names of all its dependencies, whatever their kind. */
  dependencies: ReadonlySet<string>;
  has(key: string): boolean;
}

/** @throws AppError `not_configured` with `what` in front when package.json cannot be read as JSON. */
export async function projectFacts(context: Pick<ToolContext, 'sandbox' | 'signal'>, wanted: { read?: string[]; programs: string[] }, what: string): Promise<ProjectFacts> {
  const found = await context.sandbox.host.call('project', { path: '.', read: ['package.json', ...(wanted.read ?? [])], programs: wanted.programs }, { signal: context.signal });
  const text = found.texts['package.json'];
  return {
    workdir: found.path, names: new Set(found.entries.map((entry) => entry.name)), texts: found.texts, programs: found.programs,
    package_json: text === undefined ? undefined : parsePackageJson(text, what),
  };
}

function parsePackageJson(text: string, what: string): PackageJson {
  let parsed: unknown;
  try {
    // npm takes a byte order mark too.
    parsed = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new AppError('not_configured', `${what}: package.json is not valid JSON (${(error as Error).message})`, { cause: error });
  }
  const all = isRecord(parsed) ? parsed : {};
  const scripts = isRecord(all.scripts) ? all.scripts : {};
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'].map((kind) => all[kind]);
  return {
    scripts: Object.fromEntries(Object.entries(scripts).filter((entry): entry is [string, string] => typeof entry[1] === 'string')),
    dependencies: new Set(kinds.flatMap((kind) => (isRecord(kind) ? Object.keys(kind) : []))),
    has: (key) => Object.hasOwn(all, key),
  };
}

/** What else the project sets up and was not run, as a line of the result; empty when there is nothing. */
export function alsoSetUp<Name extends string>(others: readonly Name[], installed: (name: Name) => boolean): string {
  return others.length === 0 ? '' : `Also set up here: ${others.map((name) => (installed(name) ? name : `${name} (not installed)`)).join(', ')}.`;
}
