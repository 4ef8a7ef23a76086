/** cd, pwd, pushd, popd, dirs. The logical path (through symbolic links) is kept in PWD. */
import { SysError } from '../../abi/errno.ts';
import { errorText } from '../errors.ts';
import { normalize } from '../paths.ts';
import type { Builtin, BuiltinCall } from '../run/runner.ts';
import type { Shell } from '../run/shell.ts';

/** Changes the directory; returns the text of a failure, or null. */
export function changeDirectory(shell: Shell, target: string, physical = false): string | null {
  const from = shell.vars.get('PWD') ?? shell.sys.getcwd();
  let path = target.startsWith('/') ? normalize(target) : normalize(`${from}/${target}`);
  try {
    shell.sys.chdir(physical ? target : path);
  } catch (e) {
    if (!(e instanceof SysError)) throw e;
    return errorText(e);
  }
  if (physical) path = shell.sys.getcwd();
  shell.vars.set('OLDPWD', from);
  shell.vars.set('PWD', path);
  shell.vars.declare('PWD', { exported: true });
  shell.vars.declare('OLDPWD', { exported: true });
  return null;
}

function tilde(shell: Shell, path: string): string {
  const home = shell.vars.get('HOME');
  return home && (path === home || path.startsWith(`${home}/`)) ? `~${path.slice(home.length)}` : path;
}

function printStack({ shell, ctx }: BuiltinCall, long = false): number {
  const stack = [shell.vars.get('PWD') ?? shell.sys.getcwd(), ...shell.directories];
  ctx.out(`${stack.map((p) => (long ? p : tilde(shell, p))).join(' ')}\n`);
  return 0;
}

export const directories: Builtin[] = [
  {
    name: 'cd',
    run({ shell, args, ctx }) {
      let physical = false;
      let i = 0;
      for (; i < args.length && /^-[LPe@]+$/.test(args[i]!); i++) physical = args[i]!.includes('P');
      if (args[i] === '--') i++;
      if (args.length > i + 1) return ctx.fail('too many arguments');
      const target = args[i] ?? shell.vars.get('HOME');
      if (target === undefined) return ctx.fail('HOME not set');
      if (target === '-') {
        const old = shell.vars.get('OLDPWD');
        if (old === undefined) return ctx.fail('OLDPWD not set');
        const error = changeDirectory(shell, old, physical);
        if (error !== null) return ctx.fail(`${old}: ${error}`);
        ctx.out(`${old}\n`);
        return 0;
      }
      if (target === '') return 0;
      for (const base of /^\.{0,2}(?:\/|$)/.test(target) ? [] : (shell.vars.get('CDPATH') ?? '').split(':').filter((p) => p !== '')) {
        if (changeDirectory(shell, `${base}/${target}`, physical) === null) {
          ctx.out(`${shell.vars.get('PWD')}\n`);
          return 0;
        }
      }
      const error = changeDirectory(shell, target, physical);
      return error === null ? 0 : ctx.fail(`${target}: ${error}`);
    },
  },
  {
    name: 'pwd',
    source: true,
    run({ shell, args, ctx }) {
      let physical = false;
      for (const arg of args) {
        if (!/^-./.test(arg) || arg === '--') break;
        const wrong = /[^LP]/.exec(arg.slice(1));
        if (wrong !== null) {
          ctx.fail(`-${wrong[0]}: invalid option`);
          ctx.err('pwd: usage: pwd [-LP]\n');
          return 2;
        }
        physical = arg.endsWith('P');
      }
      ctx.out(`${physical ? shell.sys.getcwd() : shell.vars.get('PWD') ?? shell.sys.getcwd()}\n`);
      return 0;
    },
  },
  {
    name: 'pushd',
    run(call) {
      const { shell, args, ctx } = call;
      const here = shell.vars.get('PWD') ?? shell.sys.getcwd();
      const target = args[0] ?? shell.directories[0];
      if (target === undefined) return ctx.fail('no other directory');
      const error = changeDirectory(shell, target);
      if (error !== null) return ctx.fail(`${target}: ${error}`);
      if (args[0] === undefined) shell.directories.shift();
      shell.directories.unshift(here);
      return printStack(call);
    },
  },
  {
    name: 'popd',
    run(call) {
      const { shell, ctx } = call;
      const target = shell.directories[0];
      if (target === undefined) return ctx.fail('directory stack empty');
      const error = changeDirectory(shell, target);
      if (error !== null) return ctx.fail(`${target}: ${error}`);
      shell.directories.shift();
      return printStack(call);
    },
  },
  {
    name: 'dirs',
    run(call) {
      if (call.args.includes('-c')) {
        call.shell.directories = [];
        return 0;
      }
      if (call.args.includes('-v') || call.args.includes('-p')) {
        const stack = [call.shell.vars.get('PWD') ?? call.shell.sys.getcwd(), ...call.shell.directories];
        stack.forEach((p, i) => call.ctx.out(`${call.args.includes('-v') ? `${String(i).padStart(2)}  ` : ''}${call.args.includes('-l') ? p : tilde(call.shell, p)}\n`));
        return 0;
      }
      return printStack(call, call.args.includes('-l'));
    },
  },
];
