/** eval, source, exec, command, builtin, type, let. */
import { SysError } from '../../abi/errno.ts';
import { errorText } from '../errors.ts';
import { decode } from '../text.ts';
import { findAll, findProgram, isProgram } from '../run/lookup.ts';
import { startProgram, StartError } from '../run/children.ts';
import { drain } from '../run/context.ts';
import { type Handles, MemoryOut } from '../run/io.ts';
import type { Builtin, BuiltinCall } from '../run/runner.ts';
import { ExitShell, ExpansionError, ReturnFunction } from '../run/shell.ts';
import { passSignals } from '../run/signals.ts';

const RESERVED = new Set(['if', 'then', 'else', 'elif', 'fi', 'case', 'esac', 'for', 'select', 'while', 'until', 'do', 'done', 'in', 'function', 'time', '{', '}', '!', '[[', ']]', 'coproc']);

function source(call: BuiltinCall): number {
  const { runner, shell, args, ctx } = call;
  const file = args[0] === '--' ? args[1] : args[0];
  if (file === undefined) {
    ctx.fail('filename argument required', 2);
    const name = ctx.name.split(' ').pop();
    ctx.err(`${name}: usage: ${name} filename [arguments]\n`);
    return 2;
  }
  let path = file;
  if (!file.includes('/')) path = (shell.vars.get('PATH') ?? '').split(':').map((d) => `${d || '.'}/${file}`).find((p) => readable(call, p)) ?? file;
  let text: string;
  try {
    text = decode(shell.sys.readFile(path));
  } catch (e) {
    if (!(e instanceof SysError)) throw e;
    ctx.err(`${shell.prefix()}${file}: ${e.code === 'EISDIR' ? 'Is a directory' : errorText(e)}\n`);
    return 1;
  }
  const { positional, line, sourceFile } = shell;
  shell.sourceFile = file;
  shell.calls.push({ name: 'source', line, source: file });
  if (args.length > 1) shell.positional = args.slice(1);
  shell.sourced++;
  try {
    shell.status = 0;
    return within(runner, ctx.handles, () => runner.text(text, { label: file }));
  } catch (e) {
    if (e instanceof ReturnFunction) return (shell.status = e.status);
    throw e;
  } finally {
    const action = shell.traps.get('RETURN');
    if (action) runner.trapAction(action);
    shell.calls.pop();
    shell.sourceFile = sourceFile;
    shell.sourced--;
    shell.line = line;
    if (args.length > 1) shell.positional = positional;
  }
}

function readable(call: BuiltinCall, path: string): boolean {
  try {
    call.shell.sys.access(path, 4);
    return true;
  } catch {
    return false;
  }
}

/** Without redirections of its own it runs in the shell's table itself: `eval 'exec 3>f'` stays. */
function within(runner: BuiltinCall['runner'], handles: Handles, body: () => number): number {
  const { shell } = runner;
  shell.indirection++;
  try {
    return handles === shell.handles ? body() : runner.withHandles(handles, body);
  } finally {
    shell.indirection--;
  }
}

/** One line of `type` or `command -v/-V` per meaning. */
function describe(call: BuiltinCall, name: string, style: 'type' | 'short' | 'kind' | 'path', all: boolean): string[] {
  const { runner, shell } = call;
  const out: string[] = [];
  const add = (kind: string, long: string, short: string): void => {
    if (style === 'path' && kind !== 'file') return;
    out.push(style === 'kind' ? kind : style === 'type' ? long : short);
  };
  const alias = shell.aliases.get(name);
  if (alias !== undefined && shell.shopt.has('expand_aliases')) add('alias', `${name} is aliased to \`${alias}'`, `alias ${name}='${alias}'`);
  if (RESERVED.has(name)) add('keyword', `${name} is a shell keyword`, name);
  const f = shell.functions.get(name);
  if (f) add('function', `${name} is a function\n${name} () \n${f.source}`, name);
  if (runner.builtin(name)) add('builtin', `${name} is a shell builtin`, name);
  for (const path of all ? findAll(shell, name) : onePath(call, name)) add('file', `${name} is ${path}`, path);
  return all ? out : out.slice(0, 1);
}

function onePath(call: BuiltinCall, name: string): string[] {
  const found = findProgram(call.shell, name);
  return 'path' in found && isProgram(call.shell, found.path) ? [found.path] : [];
}

export const evaluate: Builtin[] = [
  {
    name: 'eval',
    special: true,
    run({ runner, shell, args, ctx }) {
      const text = (args[0] === '--' ? args.slice(1) : args).join(' ');
      if (text.trim() === '') return 0;
      ctx.stdout.flush();
      return within(runner, ctx.handles, () => runner.text(text, { firstLine: shell.line, label: 'eval' }));
    },
  },
  { name: 'source', special: true, run: source },
  { name: '.', special: true, run: source },
  {
    name: 'exec',
    special: true,
    run({ runner, shell, args, ctx, keep }) {
      let words = args;
      while (words[0] === '-c' || words[0] === '-l' || words[0] === '--') words = words.slice(1);
      if (words[0] === '-a') words = words.slice(2);
      if (words.length === 0) {
        keep();
        return 0;
      }
      try {
        // What shares this process with the shell around it (a subshell, a substitution) cannot give it away: a child runs in its place, and gets the signals meant for it.
        const replace = shell.onSignalTarget.root === shell && !ctx.handles.some((handle) => handle instanceof MemoryOut);
        const { pid, drains } = startProgram(shell, words, shell.environment(), ctx.handles, { pgid: undefined, replace });
        const release = passSignals(shell, pid);
        drain(shell.sys, drains);
        const status = shell.jobs.wait(pid) ?? 127;
        release();
        shell.traps.delete('EXIT');
        throw new ExitShell(status);
      } catch (e) {
        if (!(e instanceof StartError)) throw e;
        ctx.err(`${shell.prefix()}exec: ${e.message.replace(/: command not found$/, ': not found')}\n`);
        if (shell.interactive || shell.shopt.has('execfail')) return e.status;
        throw new ExitShell(e.status);
      } finally {
        void runner;
      }
    },
  },
  {
    name: 'command',
    run(call) {
      const { runner, shell, args, ctx } = call;
      let i = 0;
      let verbose = '';
      for (; i < args.length && /^-[pvV]+$/.test(args[i]!); i++) verbose = args[i]!.includes('v') ? 'v' : args[i]!.includes('V') ? 'V' : verbose;
      if (args[i] === '--') i++;
      const words = args.slice(i);
      if (words.length === 0) return 0;
      if (verbose === '') return runner.simple(words, { handles: ctx.handles, noFunctions: true });
      let status = 1;
      for (const name of words) {
        const lines = describe(call, name, verbose === 'v' ? 'short' : 'type', false);
        if (lines.length > 0) {
          status = 0;
          ctx.out(`${lines.join('\n')}\n`);
        } else if (verbose === 'V') ctx.err(`${shell.prefix()}command: ${name}: not found\n`);
      }
      return status;
    },
  },
  {
    name: 'builtin',
    run({ runner, args, ctx }) {
      if (args.length === 0) return 0;
      if (!runner.builtin(args[0]!)) return ctx.fail(`${args[0]}: not a shell builtin`);
      return runner.simple(args, { handles: ctx.handles, noFunctions: true });
    },
  },
  {
    name: 'type',
    source: true,
    run(call) {
      const { args, ctx } = call;
      let i = 0;
      const flags = new Set<string>();
      for (; i < args.length && /^-[aftpP]+$/.test(args[i]!); i++) for (const c of args[i]!.slice(1)) flags.add(c);
      let status = 0;
      for (const name of args.slice(i)) {
        const lines = describe(call, name, flags.has('t') ? 'kind' : flags.has('p') || flags.has('P') ? 'path' : 'type', flags.has('a'));
        if (lines.length > 0) ctx.out(`${lines.join('\n')}\n`);
        else {
          status = 1;
          if (!flags.has('t') && !flags.has('p') && !flags.has('P')) ctx.fail(`${name}: not found`);
        }
      }
      return status;
    },
  },
  {
    name: 'let',
    run({ runner, args, ctx }) {
      if (args.length === 0) return ctx.fail('expression expected');
      try {
        let value = 0n;
        for (const arg of args) value = runner.expander.arith(arg);
        return value === 0n ? 1 : 0;
      } catch (e) {
        if (!(e instanceof ExpansionError)) throw e;
        return ctx.fail(e.message);
      }
    },
  },
];

