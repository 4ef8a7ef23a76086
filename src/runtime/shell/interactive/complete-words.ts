/** What Tab offers for the words of particular programs: git's commands and branches, scripts of package.json, users' homes, jobs, signals. */
import { DT } from '../../abi/constants.ts';
import { workingDirectory } from '../paths.ts';
import { decode } from '../text.ts';
import { SIGNAL_NAMES } from '../run/status.ts';
import type { Shell } from '../run/shell.ts';

const GIT = ['add', 'branch', 'checkout', 'commit', 'config', 'diff', 'init', 'log', 'reset', 'restore', 'rev-parse', 'rm', 'show', 'status', 'switch'];
const GIT_REFS = new Set(['branch', 'checkout', 'diff', 'log', 'merge', 'rebase', 'reset', 'rev-parse', 'show', 'switch']);
const NPM = ['ci', 'exec', 'help', 'init', 'install', 'ls', 'outdated', 'pack', 'publish', 'rebuild', 'root', 'run', 'search', 'start', 'stop', 'test', 'uninstall', 'update', 'version', 'view'];

/** Words that fit at this place, or null where only files make sense. `previous`: the words of the command before it. */
export function specialWords(shell: Shell, previous: readonly string[], word: string): string[] | null {
  const [program, sub] = previous;
  if (program === 'git') {
    if (previous.length === 1) return word.startsWith('-') ? null : GIT;
    return GIT_REFS.has(sub!) && !word.startsWith('-') && !previous.includes('--') ? refs(shell) : null;
  }
  if (program === 'npm' || program === 'pnpm' || program === 'yarn') {
    if (previous.length === 1) return [...NPM, ...(program === 'npm' ? [] : scripts(shell))];
    return sub === 'run' || sub === 'run-script' ? scripts(shell) : null;
  }
  if (program === 'node' && sub === '--run') return scripts(shell);
  if (program === 'npx' && previous.length === 1) return binaries(shell);
  if (['fg', 'bg', 'disown', 'jobs', 'wait'].includes(program ?? '') || (program === 'kill' && word.startsWith('%'))) return shell.jobs.list.map((job) => `%${job.id}`);
  if ((program === 'kill' || program === 'pkill' || program === 'killall') && word.startsWith('-')) return SIGNAL_NAMES.slice(1).map((name) => `-${name}`);
  if (program === 'trap' && previous.length > 1) return SIGNAL_NAMES.filter((name): name is string => name !== undefined);
  if (program === 'unset' || program === 'export' || program === 'readonly' || program === 'declare' || program === 'local') return word.startsWith('-') ? null : shell.vars.names();
  if (program === 'alias' || program === 'unalias') return [...shell.aliases.keys()];
  return null;
}

function scripts(shell: Shell): string[] {
  return Object.keys(manifest(shell).scripts ?? {}).sort();
}

function manifest(shell: Shell): { scripts?: { [name: string]: string } } {
  try {
    const value: unknown = JSON.parse(decode(shell.sys.readFile('package.json')));
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    // None there, or none that can be read: nothing to offer.
    return {};
  }
}

function binaries(shell: Shell): string[] {
  return names(shell, 'node_modules/.bin').map(([name]) => name).sort();
}

function names(shell: Shell, path: string): [string, number][] {
  try {
    return shell.sys.readdir(path);
  } catch {
    return [];
  }
}

/** Branches and tags of the repository here or above, loose and packed. */
function refs(shell: Shell): string[] {
  let folder = workingDirectory(shell.sys) ?? '';
  while (names(shell, `${folder}/.git`).length === 0) {
    if (folder === '' || folder === '/') return [];
    folder = folder.slice(0, folder.lastIndexOf('/'));
  }
  const out = new Set<string>(['HEAD']);
  const walk = (path: string, prefix: string): void => {
    for (const [name, type] of names(shell, path)) {
      if (type === DT.DIR) walk(`${path}/${name}`, `${prefix}${name}/`);
      else out.add(prefix + name);
    }
  };
  walk(`${folder}/.git/refs/heads`, '');
  walk(`${folder}/.git/refs/tags`, '');
  try {
    for (const [, name] of decode(shell.sys.readFile(`${folder}/.git/packed-refs`)).matchAll(/^[0-9a-f]{40} refs\/(?:heads|tags)\/(\S+)$/gm)) out.add(name!);
  } catch {
    // Nothing was packed yet.
  }
  return [...out].sort();
}
