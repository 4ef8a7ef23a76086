/** Command and process substitution: in this process, with the output collected. */
import { SysError } from '../../abi/errno.ts';
import type { Redirect, Script } from '../language/ast.ts';
import type { Substitution } from '../expand/expand.ts';
import { decode } from '../text.ts';
import { drain } from './context.ts';
import { startSubshell } from './children.ts';
import { closeOpened, type Handles, Input, MemoryOut } from './io.ts';
import { redirect, RedirectError } from './redirect.ts';
import { errorText } from '../errors.ts';
import type { Runner } from './runner.ts';
import type { Shell } from './shell.ts';

export function substitutionFor(runner: Runner): Substitution {
  const capture = (shell: Shell, body: Script): Uint8Array => {
    const sink = new MemoryOut();
    const { line } = shell;
    const drains: [number, MemoryOut][] = [];
    try {
      shell.status = runner.isolated((inner) => {
        // bash switches `set -e` off here unless told to inherit it.
        if (!inner.shell.shopt.has('inherit_errexit')) inner.shell.options.delete('errexit');
        inner.shell.indirection++;
        inner.shell.backgroundDrains = drains;
        // For good: its EXIT trap writes there too.
        inner.shell.handles[1] = sink;
        const files = onlyFile(body);
        return files ? contents(inner, files, inner.shell.handles, sink) : inner.script(body);
      });
    } finally {
      // After what it opened was closed: `exec > >(list)` ends the list only then.
      drain(shell.sys, drains.splice(0), shell.checkInterrupt);
    }
    shell.line = line;
    return sink.bytes();
  };
  return {
    output(shell, body) {
      return decode(capture(shell, body)).replaceAll('\0', '').replace(/\n+$/, '');
    },
    file(shell, body, direction) {
      const { sys } = shell;
      const [read, write] = sys.pipe();
      const [mine, its] = direction === '<' ? [read, write] : [write, read];
      const handles = [...shell.handles];
      handles[direction === '<' ? 1 : 0] = its;
      // A process of its own, so that both sides run at once and what is written without end can be read.
      let pid: number;
      const drains: [number, MemoryOut][] = [];
      try {
        const started = startSubshell(shell, { t: 'group', body, line: shell.line, redirects: [] }, handles, { pgid: undefined });
        pid = started.pid;
        drains.push(...started.drains);
      } finally {
        sys.close(its);
      }
      for (const drain of drains) shell.backgroundDrains.push(drain);
      shell.lastBackground = pid;
      // Programs and commands of the shell itself must find it at the same number.
      const number = freeNumber(shell);
      sys.dup2(mine, number);
      sys.close(mine);
      shell.handles[number] = number;
      shell.substitutions.push(number);
      return `/dev/fd/${number}`;
    },
  };
}

/** The redirections of `$(<file)`; null for everything else. */
function onlyFile({ items }: Script): readonly Redirect[] | null {
  const [item] = items;
  if (items.length !== 1 || item!.background || item!.rest.length > 0 || item!.first.negate || item!.first.stages.length !== 1) return null;
  const [command] = item!.first.stages;
  if (command!.t !== 'simple' || command!.words.length > 0 || command!.assigns.length > 0 || command!.redirects.length !== 1) return null;
  const [only] = command!.redirects;
  return only!.op === '<' && (only!.fd ?? 0) === 0 && only!.variable === undefined ? command!.redirects : null;
}

/** `$(<file)`: what is in it, without a command. */
function contents(runner: Runner, redirects: readonly Redirect[], from: Handles, sink: MemoryOut): number {
  const { shell } = runner;
  const substitutions = shell.substitutions.length;
  try {
    const { handles, opened } = redirect(runner, redirects, from);
    try {
      const input = new Input(shell.sys, handles[0]);
      input.check = shell.checkInterrupt;
      sink.write(input.all().slice());
      return 0;
    } finally {
      closeOpened(shell.sys, opened);
    }
  } catch (e) {
    if (!(e instanceof RedirectError) && !(e instanceof SysError)) throw e;
    shell.complain(e instanceof RedirectError ? e.message : errorText(e));
    return 1;
  } finally {
    closeSubstitutions(shell, substitutions);
  }
}

/** From 63 down, as bash takes them. */
function freeNumber(shell: Shell): number {
  for (let n = 63; ; n--) {
    if (shell.handles[n] !== undefined) continue;
    try {
      shell.sys.fstat(n);
    } catch (e) {
      if (e instanceof SysError && e.code === 'EBADF') return n;
      throw e;
    }
  }
}

/** Ends what the process substitutions of a command held open; `from` is how many there were before it. */
export function closeSubstitutions(shell: Shell, from: number): void {
  for (const number of shell.substitutions.splice(from)) {
    shell.handles[number] = undefined;
    shell.sys.close(number);
  }
}
