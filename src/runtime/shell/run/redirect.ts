/** Redirections: a new table of descriptors, and what has to be closed afterwards. */
import type { Redirect } from '../language/ast.ts';
import { O, S } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import { errorText } from '../errors.ts';
import { encode } from '../text.ts';
import { closeOpened, type Handle, type Handles, MemoryIn } from './io.ts';
import type { Runner } from './runner.ts';
import type { Shell } from './shell.ts';

export class RedirectError extends Error {
  readonly code = 'EREDIRECT';
}

export interface Redirected { handles: Handles; /** For `closeOpened`. */ opened: (number | MemoryIn)[] }

/** Applies redirections left to right. Throws `RedirectError`; what was opened until then is closed. */
export function redirect(runner: Runner, redirects: readonly Redirect[], from: Handles): Redirected {
  const { sys } = runner.shell;
  const handles = [...from];
  const opened: (number | MemoryIn)[] = [];
  try {
    for (const r of redirects) one(runner, r, handles, opened);
  } catch (e) {
    closeOpened(sys, opened);
    throw e;
  }
  return { handles, opened };
}

/** The redirections of a command that is all this process runs. @returns whether they could be made; the reason why not was told */
export function redirectForGood(runner: Runner, redirects: readonly Redirect[]): boolean {
  const { shell } = runner;
  const before = shell.handles;
  try {
    shell.handles = redirect(runner, redirects, before).handles;
  } catch (e) {
    if (!(e instanceof RedirectError)) throw e;
    shell.complain(e.message);
    return false;
  }
  closeForgotten(shell, before);
  return true;
}

/** `exec 3>&-`: what no table refers to any more is closed, so that readers at the other end of a pipe meet its end. */
export function closeForgotten(shell: Shell, before: Handles): void {
  for (const handle of new Set(before)) {
    // `exec > >(list)`: that of the substitution is closed after the command.
    if (typeof handle !== 'number' || shell.substitutions.includes(handle) || shell.handles.includes(handle) || shell.held.some((table) => table.includes(handle))) continue;
    if (handle > 2) shell.sys.close(handle);
    // A subshell within this process has those of the shell itself.
    else if (handle > 0 && !shell.interactive && shell.onSignalTarget.root === shell) letGo(shell, handle);
  }
}

/** At the end of a subshell: what an `exec` in it opened ends with it, so that readers at the other end of a pipe meet its end. */
export function forgetAll(shell: Shell): void {
  const { handles } = shell;
  shell.handles = [];
  closeForgotten(shell, handles);
}

/** Takes the table of a command with redirections. @returns puts back what they changed, and that alone: `{ exec 3>f; } 2>/dev/null` leaves 3 open */
export function exchangeHandles(shell: Shell, handles: Handles): () => void {
  const old = shell.handles;
  const begun = [...handles];
  shell.held.push(old, begun);
  shell.handles = handles;
  return () => {
    const now = shell.handles;
    shell.handles = [...old];
    for (let fd = 0; fd < now.length; fd++) {
      if (now[fd] === begun[fd] || begun[fd] !== old[fd]) continue;
      const handle = now[fd];
      // `{ exec 3>&1; } >f`: that of the redirection is closed by who opened it.
      shell.handles[fd] = typeof handle === 'number' && begun.includes(handle) && !old.includes(handle) ? shell.sys.dup(handle) : handle;
    }
    // What an `exec` put in the place of what was redirected. What it took away from around is closed when nobody holds it.
    closeForgotten(shell, now);
    shell.held.splice(-2);
    closeForgotten(shell, old);
  };
}

/** Standard output or error leads nowhere from now on; the number stays taken. */
function letGo({ sys }: Shell, fd: number): void {
  const nowhere = sys.open('/dev/null', O.WRONLY, 0);
  sys.dup2(nowhere, fd);
  sys.close(nowhere);
}

function one(runner: Runner, given: Redirect, handles: Handles, opened: (number | MemoryIn)[]): void {
  const r = given.variable === undefined ? given : { ...given, fd: numbered(runner, given.variable, given, handles) };
  if (r.op === '<<' || r.op === '<<<') {
    const text = runner.expander.string(r.target, r.op === '<<<' ? 'word' : 'none') + (r.op === '<<<' ? '\n' : '');
    const memory = new MemoryIn(encode(text));
    opened.push(memory);
    handles[r.fd ?? 0] = memory;
    return;
  }
  const names = runner.expander.words([r.target]);
  if (names.length !== 1) throw new RedirectError(`${r.target.map((p) => (p.t === 'text' ? p.s : p.t === 'param' ? `$${p.name}` : '')).join('')}: ambiguous redirect`);
  const target = names[0]!;
  if (r.op === '<&' || (r.op === '>&' && /^(?:\d+-?|-)$/.test(target))) {
    duplicate(r, target, handles);
    return;
  }
  if (runner.shell.restrictions?.redirects === false) throw new RedirectError(`${target}: redirections are not allowed here`);
  const both = r.op === '&>' || r.op === '&>>' || (r.op === '>&' && r.fd === null);
  const fd = open(runner, r.op, target, handles);
  if (typeof fd === 'number') opened.push(fd);
  handles[r.fd ?? (r.op.startsWith('<') ? 0 : 1)] = fd;
  if (both) handles[2] = fd;
}

/** The descriptor of `{name}>`: a free one from 10 up, whose number the variable gets; for `{name}>&-` the one that it holds. */
function numbered(runner: Runner, name: string, r: Redirect, handles: Handles): number {
  const { vars } = runner.shell;
  const first = r.target[0];
  if ((r.op === '>&' || r.op === '<&') && first?.t === 'text' && first.s === '-') return Number(vars.get(name) ?? -1);
  let n = 10;
  while (handles[n] !== undefined) n++;
  vars.set(name, String(n));
  return n;
}

function duplicate(r: Redirect, target: string, handles: Handles): void {
  const fd = r.fd ?? (r.op === '<&' ? 0 : 1);
  if (target === '-') {
    handles[fd] = undefined;
    return;
  }
  const move = target.endsWith('-');
  const from = Number(move ? target.slice(0, -1) : target);
  if (!/^\d+-?$/.test(target)) throw new RedirectError(`${target}: ambiguous redirect`);
  if (handles[from] === undefined) throw new RedirectError(`${from}: Bad file descriptor`);
  handles[fd] = handles[from];
  if (move && from !== fd) handles[from] = undefined;
}

function open(runner: Runner, op: Redirect['op'], path: string, handles: Handles): Handle {
  const { shell } = runner;
  const { sys } = shell;
  // /dev/fd and /dev/std* mean the shell's idea of its descriptors, which the kernel does not know.
  const special = /^\/dev\/(?:fd\/(\d+)|std(in|out|err))$/.exec(path);
  if (special) {
    const handle = handles[special[1] !== undefined ? Number(special[1]) : special[2] === 'in' ? 0 : special[2] === 'out' ? 1 : 2];
    if (handle !== undefined) return typeof handle === 'number' ? sys.dup(handle) : handle;
  }
  try {
    if (op === '<') return sys.open(path, O.RDONLY, 0);
    if (op === '<>') return sys.open(path, O.RDWR | O.CREAT, 0o666);
    if (op === '>>' || op === '&>>') return sys.open(path, O.WRONLY | O.CREAT | O.APPEND, 0o666);
    if (shell.has('noclobber') && op !== '>|' && regular(runner, path)) throw new RedirectError(`${path}: cannot overwrite existing file`);
    return sys.open(path, O.WRONLY | O.CREAT | O.TRUNC, 0o666);
  } catch (e) {
    if (e instanceof SysError) throw new RedirectError(`${path}: ${errorText(e)}`);
    throw e;
  }
}

function regular(runner: Runner, path: string): boolean {
  try {
    return (runner.shell.sys.stat(path, true)[1] & S.IFMT) === S.IFREG;
  } catch {
    return false;
  }
}
