/** Which file a command's name means, and whether it is a program of the sandbox that can run inside the shell. */
import { S } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import { EXEC_MAGIC } from '../../abi/messages.ts';
import { decode } from '../text.ts';
import type { Shell } from './shell.ts';

interface Known { key: string; applet: string | null }
const applets = new Map<string, Known>();

export type Found = { path: string } | { missing: true } | { denied: string };

/** Searches PATH as execvp does; a name with a slash is itself. */
export function findProgram(shell: Shell, name: string): Found {
  if (name.includes('/')) return { path: name };
  let denied: string | null = null;
  for (const directory of (shell.vars.get('PATH') ?? '').split(':')) {
    const path = directory === '' ? `./${name}` : `${directory}/${name}`;
    const mode = modeOf(shell, path);
    if (mode === null || (mode & S.IFMT) === S.IFDIR) continue;
    if ((mode & 0o111) !== 0) return { path };
    denied ??= path;
  }
  return denied === null ? { missing: true } : { denied };
}

/** Every match on PATH, for `type -a` and `which -a`. */
export function findAll(shell: Shell, name: string): string[] {
  if (name.includes('/')) return isProgram(shell, name) ? [name] : [];
  return (shell.vars.get('PATH') ?? '').split(':').map((d) => `${d || '.'}/${name}`).filter((p) => isProgram(shell, p));
}

export function isProgram(shell: Shell, path: string): boolean {
  const mode = modeOf(shell, path);
  return mode !== null && (mode & S.IFMT) !== S.IFDIR && (mode & 0o111) !== 0;
}

function modeOf(shell: Shell, path: string): number | null {
  try {
    return shell.sys.stat(path, true)[1];
  } catch {
    return null;
  }
}

/** The applet that an executable of the sandbox names, or null for any other file. */
export function appletOf(shell: Shell, path: string): string | null {
  try {
    const stat = shell.sys.stat(path, true);
    if (stat[8] > 128) return null;
    // A file replaced by another program has another number or time.
    const key = `${stat[0]}:${stat[7]}:${stat[11]}:${stat[8]}`;
    const known = applets.get(path);
    if (known?.key === key) return known.applet;
    const text = decode(shell.sys.readFile(path));
    const applet = text.startsWith(`${EXEC_MAGIC}shell `) ? text.slice(EXEC_MAGIC.length + 6).trim() : null;
    applets.set(path, { key, applet });
    return applet;
  } catch (e) {
    if (e instanceof SysError) return null;
    throw e;
  }
}
