/** set and shopt. */
import { DISPOSITION, SIG } from '../../abi/constants.ts';
import { quoteForTrace } from '../expand/quote.ts';
import type { Builtin, BuiltinCall } from '../run/runner.ts';
import { OPTION_LETTERS, OPTION_NAMES, type OptionName, SHOPT_NAMES } from '../run/shell.ts';

/** Reads option arguments of `set` and of `sh` itself; returns how many arguments were options, or -1 after a message. */
export function setOptions(call: Pick<BuiltinCall, 'shell' | 'args' | 'ctx'>): { used: number; positional: boolean; failed: boolean } {
  const { shell, args, ctx } = call;
  let i = 0;
  for (; i < args.length; i++) {
    const arg = args[i]!;
    if (arg === '--') return { used: i + 1, positional: true, failed: false };
    if (arg === '-') {
      shell.options.delete('xtrace');
      shell.options.delete('verbose');
      return { used: i + 1, positional: args.length > i + 1, failed: false };
    }
    if (!/^[-+]./.test(arg)) break;
    const on = arg[0] === '-';
    for (const c of arg.slice(1)) {
      if (c === 'o') {
        const name = args[i + 1];
        if (name === undefined) {
          for (const option of [...OPTION_NAMES].sort()) ctx.out(on ? `${option.padEnd(15)}\t${shell.has(option) ? 'on' : 'off'}\n` : `set ${shell.has(option) ? '-' : '+'}o ${option}\n`);
          return { used: args.length, positional: false, failed: false };
        }
        i++;
        if (!OPTION_NAMES.includes(name as OptionName)) {
          ctx.fail(`${name}: invalid option name`, 2);
          return { used: i, positional: false, failed: true };
        }
        change(shell.options, name as OptionName, on);
        if (name === 'monitor') monitor(shell, on);
        continue;
      }
      const name = OPTION_LETTERS[c];
      if (name === undefined) {
        ctx.fail(`${arg[0]}${c}: invalid option`, 2);
        ctx.err('set: usage: set [-abefhkmnptuvxBCEHPT] [-o option-name] [--] [-] [arg ...]\n');
        return { used: i, positional: false, failed: true };
      }
      change(shell.options, name, on);
      if (name === 'monitor') monitor(shell, on);
    }
  }
  return { used: i, positional: i < args.length, failed: false };
}

/** A shell with job control must not be stopped for giving the terminal away and taking it back. */
function monitor(shell: BuiltinCall['shell'], on: boolean): void {
  if (!shell.interactive) shell.sys.sigaction(SIG.TTOU, on ? DISPOSITION.IGNORE : DISPOSITION.DEFAULT);
}

function change<T>(set: Set<T>, item: T, on: boolean): void {
  if (on) set.add(item);
  else set.delete(item);
}

export const options: Builtin[] = [
  {
    name: 'set',
    special: true,
    run(call) {
      const { shell, args, ctx } = call;
      if (args.length === 0) {
        for (const name of shell.vars.names()) {
          const value = shell.vars.get(name);
          if (value !== undefined) ctx.out(`${name}=${quoteForTrace(value)}\n`);
        }
        return 0;
      }
      const read = setOptions(call);
      if (read.failed) return 2;
      if (read.positional) shell.positional = args.slice(read.used);
      return 0;
    },
  },
  {
    name: 'shopt',
    run({ shell, args, ctx }) {
      const flags = new Set<string>();
      let i = 0;
      for (; i < args.length && /^-[suqpo]+$/.test(args[i]!); i++) for (const c of args[i]!.slice(1)) flags.add(c);
      const names = args.slice(i);
      const on = (name: string): boolean => (flags.has('o') ? shell.has(name as OptionName) : shell.shopt.has(name));
      if (flags.has('s') || flags.has('u')) {
        for (const name of names) {
          if (flags.has('o') ? !OPTION_NAMES.includes(name as OptionName) : !(SHOPT_NAMES as readonly string[]).includes(name)) return ctx.fail(`${name}: invalid shell option name`);
          if (flags.has('o')) change(shell.options, name as OptionName, flags.has('s'));
          else change(shell.shopt, name, flags.has('s'));
        }
        return 0;
      }
      let status = 0;
      for (const name of names.length > 0 ? names : [...SHOPT_NAMES].sort()) {
        if (!on(name) && names.length > 0) status = 1;
        if (!flags.has('q')) ctx.out(flags.has('p') ? `shopt ${on(name) ? '-s' : '-u'} ${name}\n` : `${name.padEnd(15)}\t${on(name) ? 'on' : 'off'}\n`);
      }
      return status;
    },
  },
];
