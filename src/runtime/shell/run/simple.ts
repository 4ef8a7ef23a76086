/** Simple commands: assignments, functions, builtins, programs. */
import type { Assignment, Simple } from '../language/ast.ts';
import { SysError } from '../../abi/errno.ts';
import { quoteForTrace } from '../expand/quote.ts';
import { startProgram, StartError, waitForeground } from './children.ts';
import { type Command, Context, drain, runCommand } from './context.ts';
import { closeOpened, type Handles, isTty } from './io.ts';
import { appletOf, findProgram } from './lookup.ts';
import { closeForgotten, redirect, type Redirected, RedirectError } from './redirect.ts';
import type { Builtin, Runner } from './runner.ts';
import { ExitShell, ExpansionError, type Shell } from './shell.ts';
import { dieBy, passSignals } from './signals.ts';
import { closeSubstitutions } from './substitution.ts';
import { ReadonlyError } from './variables.ts';
import { errorText } from '../errors.ts';

const NO_ARRAYS: ReadonlyMap<number, Assignment> = new Map();

export function runSimple(runner: Runner, node: Simple): number {
  const { shell } = runner;
  shell.line = node.line;
  const debug = shell.traps.get('DEBUG');
  if (debug && shell.inTrap === 0) runner.trapAction(debug);
  const substitutions = shell.substitutions.length;
  let redirected: Redirected | null = null;
  let keep = false;
  let last: string | null = null;
  try {
    runner.expander.substituted = false;
    const { words, arrays } = expandArguments(runner, node);
    if (words.length === 0) return assignOnly(runner, node);
    if (shell.has('xtrace')) trace(runner, node, words);
    redirected = node.redirects.length > 0 ? redirect(runner, node.redirects, shell.handles) : null;
    const handles = redirected?.handles ?? shell.handles;
    last = words[words.length - 1]!;
    return (shell.status = dispatch(runner, words, { handles, assigns: node.assigns, arrays, keep: () => {
      keep = true;
      const before = shell.handles;
      shell.handles = handles;
      closeForgotten(shell, before);
    } }));
  } catch (e) {
    return commandError(runner, node, redirected?.handles ?? shell.handles, e);
  } finally {
    if (last !== null) shell.lastArgument = last;
    if (redirected && !keep) closeOpened(shell.sys, redirected.opened);
    closeSubstitutions(shell, substitutions);
  }
}

/** Runs a command given as words (`command ls`, `builtin echo`, traps of `xargs`-like builtins). */
export function runWords(runner: Runner, words: string[], extra: { handles: Handles; noFunctions?: boolean }): number {
  return dispatch(runner, words, { handles: extra.handles, assigns: [], arrays: NO_ARRAYS, keep: () => {}, ...(extra.noFunctions ? { noFunctions: true } : {}) });
}

function commandError(runner: Runner, node: Simple, handles: Handles, e: unknown): number {
  const { shell } = runner;
  if (e instanceof RedirectError || e instanceof StartError) {
    shell.complain(e.message, handles);
    return (shell.status = e instanceof StartError ? e.status : 1);
  }
  if (e instanceof ReadonlyError) {
    shell.complain(e.message);
    shell.status = 1;
    // A script ends at a plain assignment to such a variable.
    if (!shell.interactive && node.words.length === 0) throw new ExitShell(1);
    return 1;
  }
  if (e instanceof ExpansionError && shell.interactive) {
    shell.complain(e.message);
    return (shell.status = 1);
  }
  throw e;
}

function expandArguments(runner: Runner, node: Simple): { words: string[]; arrays: ReadonlyMap<number, Assignment> } {
  const { declared } = node;
  if (!declared) return { words: runner.expander.words(node.words), arrays: NO_ARRAYS };
  const words: string[] = [];
  const arrays = new Map<number, Assignment>();
  node.words.forEach((word, i) => {
    const a = declared[i];
    if (!a) words.push(...runner.expander.words([word]));
    else if (a.items) {
      arrays.set(words.length - 1, a);
      words.push(a.name);
    } else {
      const index = a.index ? `[${runner.expander.string(a.index, 'none')}]` : '';
      words.push(`${a.name}${index}${a.append ? '+' : ''}=${runner.expander.string(a.value ?? [], 'assignment')}`);
    }
  });
  return { words, arrays };
}

function assignOnly(runner: Runner, node: Simple): number {
  const { shell } = runner;
  for (const a of node.assigns) {
    runner.assign(a);
    if (shell.has('xtrace') && !a.items) shell.complainRaw(`${tracePrefix(runner)}${a.name}${a.append ? '+' : ''}=${quoteForTrace(shell.vars.get(a.name) ?? '')}\n`);
  }
  // The status is that of the last substitution, also one in a redirection.
  const status = runner.expander.substituted ? shell.status : 0;
  if (node.redirects.length > 0) {
    const { opened } = redirect(runner, node.redirects, shell.handles);
    closeOpened(shell.sys, opened);
  }
  shell.lastArgument = '';
  return (shell.status = status);
}

function tracePrefix(runner: Runner): string {
  const ps4 = runner.shell.vars.get('PS4') ?? '+ ';
  return ps4.charAt(0).repeat(runner.shell.indirection) + ps4;
}

export function trace(runner: Runner, node: Simple, words: string[]): void {
  const assigns = node.assigns.map((a) => `${a.name}=${quoteForTrace(a.value ? runner.expander.string(a.value, 'assignment') : '')} `).join('');
  runner.shell.complainRaw(`${tracePrefix(runner)}${assigns}${words.map(quoteForTrace).join(' ')}\n`);
}

interface Dispatch { handles: Handles; assigns: readonly Assignment[]; arrays: ReadonlyMap<number, Assignment>; keep: () => void; noFunctions?: boolean }

function dispatch(runner: Runner, words: string[], how: Dispatch): number {
  const { shell } = runner;
  const name = words[0]!;
  const allowed = shell.restrictions?.commands;
  if (allowed && !allowed.includes(name)) {
    shell.complain(`${name}: command not allowed here`);
    return (shell.status = 126);
  }
  const definition = how.noFunctions ? undefined : shell.functions.get(name);
  if (definition) {
    const call = (): number => runner.callFunction(name, definition, words.slice(1));
    // Without redirections of its own it runs in the shell's table itself: what `exec >log` does in it stays.
    return scoped(runner, how.assigns, () => (how.handles === shell.handles ? call() : runner.withHandles(how.handles, call)));
  }
  const builtin = runner.builtin(name);
  // `%1` alone brings that job back.
  if (!builtin && name.startsWith('%') && shell.jobControl) return dispatch(runner, ['fg', ...words], how);
  if (builtin) {
    const run = (): number => runBuiltin(runner, builtin, words, how);
    // POSIX keeps what stands in front of a special builtin; bash does so in its POSIX mode only.
    if (!builtin.special || !shell.has('posix')) return scoped(runner, how.assigns, run);
    for (const a of how.assigns) runner.assign(a);
    return run();
  }
  return scoped(runner, how.assigns, () => runProgram(runner, words, how.handles));
}

/** Assignments in front of a command: exported, and undone after it. */
function scoped(runner: Runner, assigns: readonly Assignment[], run: () => number): number {
  if (assigns.length === 0) return run();
  const { vars } = runner.shell;
  vars.pushFrame();
  try {
    for (const a of assigns) {
      const old = vars.find(a.name);
      // The value may use the old one (PATH=$PATH:x), so it is expanded before the name is hidden.
      const text = runner.expander.string(a.value ?? [], 'assignment');
      const value = a.append ? (vars.get(a.name) ?? '') + text : text;
      if (old?.readonly) throw new ReadonlyError(`${a.name}: readonly variable`);
      vars.local(a.name);
      vars.set(a.name, value);
      vars.declare(a.name, { exported: true });
    }
    return run();
  } finally {
    vars.popFrame();
  }
}

function runBuiltin(runner: Runner, builtin: Builtin, words: string[], how: Dispatch): number {
  const { shell } = runner;
  // Of the environment a builtin reads nothing but the time zone (`printf '%(%H)T'`), exported or not.
  const zone = shell.vars.get('TZ');
  const ctx = new Context(shell.sys, `${shell.prefix()}${builtin.name}`, words.slice(1), zone === undefined ? {} : { TZ: zone }, how.handles, shell.checkInterrupt);
  try {
    const status = builtin.run({ runner, shell, args: ctx.args, ctx, arrays: how.arrays, keep: how.keep });
    ctx.stdout.flush();
    ctx.stderr.flush();
    return status;
  } catch (e) {
    if (!(e instanceof SysError)) {
      try {
        ctx.stdout.flush();
      } catch {
        // Reported below or not at all: `e` matters more.
      }
      throw e;
    }
    // Nobody reads: bash itself would have been ended by SIGPIPE.
    if (e.code === 'EPIPE' && !shell.interactive) throw new ExitShell(141);
    if (e.code !== 'EPIPE') ctx.stderr.write(`${ctx.name}: ${e.syscall.startsWith('write') ? 'write error: ' : ''}${errorText(e)}\n`);
    ctx.stderr.flush();
    return 1;
  }
}

/** The program of the sandbox behind a name if it may run inside this shell. */
export function insideApplet(runner: Runner, name: string): Command | null {
  const { shell } = runner;
  const found = findProgram(shell, name);
  if (!('path' in found)) return null;
  const applet = appletOf(shell, found.path);
  const command = applet === null ? undefined : runner.applets.get(applet);
  if (!command || (command.apart && shell.interactive)) return null;
  return command;
}

/** A command that would read what the person types: as a process of its own it can be stopped. */
function readsTerminal(shell: Shell, command: Command, words: string[], handles: Handles): boolean {
  const [stdin] = handles;
  return shell.jobControl && command.batch === 'filter' && typeof stdin === 'number' && words.slice(1).every((w) => w.startsWith('-')) && isTty(shell.sys, stdin);
}

/** `/dev/stdin` and its like mean the descriptors of the process, which are not those the command has here. */
function namesDescriptor(words: string[], handles: Handles): boolean {
  return words.slice(1).some((word) => {
    const found = /^\/dev\/(?:fd\/(\d+)|std(in|out|err))$/.exec(word);
    if (!found) return false;
    const number = found[1] !== undefined ? Number(found[1]) : found[2] === 'in' ? 0 : found[2] === 'out' ? 1 : 2;
    return handles[number] !== undefined && handles[number] !== number;
  });
}

function runProgram(runner: Runner, words: string[], handles: Handles): number {
  const { shell } = runner;
  const inside = insideApplet(runner, words[0]!);
  if (inside && !readsTerminal(shell, inside, words, handles) && !namesDescriptor(words, handles)) {
    const ctx = new Context(shell.sys, words[0]!.replace(/^.*\//, ''), words.slice(1), shell.environment(), handles, shell.checkInterrupt);
    return runCommand(inside, ctx);
  }
  const pgid = shell.jobControl ? 0 : undefined;
  const { pid, drains } = startProgram(shell, words, shell.environment(), handles, { pgid });
  // The last command of `sh -c` takes the shell's place where there is an exec: what is sent to the shell is meant for it.
  const stands = shell.last && !shell.interactive && shell.traps.size === 0;
  shell.last = stands;
  const release = stands ? passSignals(shell, pid) : null;
  try {
    drain(shell.sys, drains, shell.checkInterrupt);
    const status = waitForeground(shell, { pids: [pid], pgid: pgid === undefined ? undefined : pid, source: shell.source })[0]!;
    if (stands && (shell.jobs.lastRaw & 0x7f) !== 0) dieBy(shell, shell.jobs.lastRaw & 0x7f);
    return status;
  } finally {
    release?.();
    shell.last = false;
  }
}
