/** alias, unalias, umask, getopts, hash, times, history. */
import { changeMode } from '../commands/modes.ts';
import type { Builtin } from '../run/runner.ts';
import { findProgram } from '../run/lookup.ts';

export const various: Builtin[] = [
  {
    name: 'alias',
    source: true,
    run({ shell, args, ctx }) {
      const show = (name: string): void => ctx.out(`alias ${name}='${shell.aliases.get(name)!.replaceAll("'", "'\\''")}'\n`);
      const words = args[0] === '-p' || args[0] === '--' ? args.slice(1) : args;
      if (words.length === 0) for (const name of [...shell.aliases.keys()].sort()) show(name);
      let status = 0;
      for (const word of words) {
        const at = word.indexOf('=');
        if (at > 0) shell.aliases.set(word.slice(0, at), word.slice(at + 1));
        else if (shell.aliases.has(word)) show(word);
        else status = ctx.fail(`${word}: not found`);
      }
      return status;
    },
  },
  {
    name: 'unalias',
    run({ shell, args, ctx }) {
      let status = 0;
      for (const arg of args) {
        if (arg === '-a') shell.aliases.clear();
        else if (!shell.aliases.delete(arg)) status = ctx.fail(`${arg}: not found`);
      }
      return status;
    },
  },
  {
    name: 'umask',
    run({ shell, args, ctx }) {
      const value = args.find((a) => !a.startsWith('-'));
      if (value === undefined) {
        const mask = shell.sys.umask(0);
        shell.sys.umask(mask);
        const bits = (n: number): string => `${n & 4 ? 'r' : ''}${n & 2 ? 'w' : ''}${n & 1 ? 'x' : ''}`;
        const allowed = ~mask & 0o777;
        ctx.out(args.includes('-p') ? `umask ${args.includes('-S') ? '-S ' : ''}` : '');
        ctx.out(args.includes('-S') ? `u=${bits(allowed >> 6)},g=${bits((allowed >> 3) & 7)},o=${bits(allowed & 7)}\n` : `${mask.toString(8).padStart(4, '0')}\n`);
        return 0;
      }
      if (/^\d/.test(value)) {
        if (!/^[0-7]+$/.test(value)) return ctx.fail(`${value}: octal number out of range`);
        shell.sys.umask(parseInt(value, 8) & 0o777);
        return 0;
      }
      const old = shell.sys.umask(0);
      // The symbols say what is allowed; the mask is what is not.
      const allowed = changeMode(value, ~old & 0o777, false, 0);
      shell.sys.umask(allowed === null ? old : ~allowed & 0o777);
      return allowed === null ? ctx.fail(`\`${value[0]}': invalid symbolic mode operator`) : 0;
    },
  },
  {
    name: 'getopts',
    run({ shell, args, ctx }) {
      const [spec, name, ...given] = args;
      if (spec === undefined || name === undefined) {
        ctx.err('getopts: usage: getopts optstring name [arg ...]\n');
        return 2;
      }
      const words = given.length > 0 ? given : shell.positional;
      const quiet = spec.startsWith(':');
      const state = shell.getopts;
      const index = Number(shell.vars.get('OPTIND') ?? '1');
      if (index !== state.argument) {
        state.argument = index;
        state.position = 1;
      }
      shell.vars.unset('OPTARG');
      const finish = (): number => {
        shell.vars.set(name, '?');
        shell.vars.set('OPTIND', String(state.argument));
        return 1;
      };
      const word = words[state.argument - 1];
      if (word === undefined || !word.startsWith('-') || word === '-') return finish();
      if (word === '--') {
        state.argument++;
        return finish();
      }
      const letter = word[state.position]!;
      const next = (): void => {
        state.argument++;
        state.position = 1;
      };
      const at = letter === ':' ? -1 : spec.indexOf(letter);
      if (at < 0) {
        if (++state.position >= word.length) next();
        if (quiet) shell.vars.set('OPTARG', letter);
        else ctx.err(`${shell.name}: illegal option -- ${letter}\n`);
        shell.vars.set(name, '?');
      } else if (spec[at + 1] === ':') {
        let value: string | undefined = word.slice(state.position + 1);
        next();
        if (value === '') {
          value = words[state.argument - 1];
          state.argument++;
        }
        if (value === undefined) {
          state.argument = words.length + 1;
          if (quiet) shell.vars.set('OPTARG', letter);
          else ctx.err(`${shell.name}: option requires an argument -- ${letter}\n`);
          shell.vars.set(name, quiet ? ':' : '?');
        } else {
          shell.vars.set('OPTARG', value);
          shell.vars.set(name, letter);
        }
      } else {
        if (++state.position >= word.length) next();
        shell.vars.set(name, letter);
      }
      shell.vars.set('OPTIND', String(state.argument));
      return 0;
    },
  },
  {
    name: 'hash',
    run({ shell, args, ctx }) {
      let status = 0;
      for (const arg of args.filter((a) => !a.startsWith('-'))) if (!('path' in findProgram(shell, arg))) status = ctx.fail(`${arg}: not found`);
      return status;
    },
  },
  {
    name: 'history',
    source: true,
    run({ shell, args, ctx }) {
      if (args[0] === '-c') {
        shell.history.length = 0;
        return 0;
      }
      if (args[0] === '-d') {
        const at = Number(args[1]) - 1;
        if (!Number.isInteger(at) || at < 0 || at >= shell.history.length) return ctx.fail(`${args[1] ?? ''}: history position out of range`);
        shell.history.splice(at, 1);
        return 0;
      }
      // Each line is in the file as soon as it is typed.
      if (/^-[anrw]$/.test(args[0] ?? '')) return 0;
      const count = args[0] !== undefined ? Number(args[0]) : Infinity;
      if (Number.isNaN(count)) return ctx.fail(`${args[0]}: numeric argument required`);
      const start = Math.max(0, shell.history.length - count);
      shell.history.slice(start).forEach((line, i) => ctx.out(`${String(start + i + 1).padStart(5)}  ${line}\n`));
      return 0;
    },
  },
];
