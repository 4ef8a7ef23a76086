/** export, readonly, local, declare, unset. */
import { quoteForShell } from '../expand/quote.ts';
import { assignText } from '../run/assign.ts';
import type { Builtin, BuiltinCall } from '../run/runner.ts';
import type { Shell } from '../run/shell.ts';
import type { Variable } from '../run/variables.ts';

const NAME = /^[A-Za-z_]\w*$/;
const ARGUMENT = /^([A-Za-z_]\w*)(?:\[(.*?)\])?(?:(\+?)=([\s\S]*))?$/;

/** `declare -p` line of a variable. */
export function declaration(name: string, v: Variable): string {
  const flags = `${v.list ? (v.assoc ? 'A' : 'a') : ''}${v.integer ? 'i' : ''}${v.letters === 'l' ? 'l' : ''}${v.ref ? 'n' : ''}${v.readonly ? 'r' : ''}${v.exported ? 'x' : ''}${v.letters === 'u' ? 'u' : ''}` || '-';
  const quote = (s: string): string => (/[\x00-\x1f\x7f]/.test(s) ? quoteForShell(s) : `"${s.replace(/["\\$`]/g, '\\$&')}"`);
  if (v.unset) return `declare -${flags} ${name}\n`;
  if (!v.list) return `declare -${flags} ${name}=${quote(v.value)}\n`;
  const items = [...v.list].map(([k, s]) => `[${v.assoc && !NAME.test(k) ? quote(k) : k}]=${quote(s)}`);
  return `declare -${flags} ${name}=(${items.join(' ')}${v.assoc && items.length > 0 ? ' ' : ''})\n`;
}

interface Flags { letters: Set<string>; off: Set<string>; rest: number }

function readFlags(call: BuiltinCall, allowed: string): Flags | null {
  const flags: Flags = { letters: new Set(), off: new Set(), rest: 0 };
  for (; flags.rest < call.args.length; flags.rest++) {
    const arg = call.args[flags.rest]!;
    if (arg === '--') {
      flags.rest++;
      break;
    }
    if (!/^[-+][A-Za-z]/.test(arg)) break;
    for (const c of arg.slice(1)) {
      if (!allowed.includes(c)) {
        call.ctx.fail(`${arg[0]}${c}: invalid option`, 2);
        return null;
      }
      (arg[0] === '-' ? flags.letters : flags.off).add(c);
    }
  }
  return flags;
}

/** Declares the arguments; `local` hides them first. */
function declare(call: BuiltinCall, flags: Flags, local: boolean): number {
  const { runner, shell, args, ctx, arrays } = call;
  let status = 0;
  const has = (c: string): boolean => flags.letters.has(c);
  for (let i = flags.rest; i < args.length; i++) {
    const match = ARGUMENT.exec(args[i]!);
    if (!match) {
      status = ctx.fail(`\`${args[i]}': not a valid identifier`);
      continue;
    }
    const name = match[1]!;
    if (local) shell.vars.local(name);
    if (has('n')) {
      if (match[4] === name) status = ctx.fail(`${name}: nameref variable self references not allowed`);
      else shell.vars.declare(name, { ref: true, ...(match[4] === undefined ? {} : { value: match[4], unset: false }) });
      continue;
    }
    if (flags.off.has('n')) shell.vars.declare(name, { ref: false });
    if (has('l') || has('u')) shell.vars.declare(name, { letters: has('l') ? 'l' : 'u' });
    if (has('A') || has('a')) {
      const old = shell.vars.find(name);
      if (!old?.list) shell.vars.declare(name, { list: new Map(), assoc: has('A'), unset: match[4] === undefined && !arrays.has(i) });
    }
    if (has('i')) shell.vars.declare(name, { integer: true });
    const array = arrays.get(i);
    if (array) runner.assign(array);
    else if (match[4] !== undefined) {
      const key = match[2] === undefined ? null : runner.expander.key(name, match[2]);
      assignText(runner, name, key, match[4], match[3] === '+', has('i'));
    } else if (!shell.vars.find(name)) shell.vars.declare(name, {});
    const change: Partial<Variable> = {};
    if (has('x')) change.exported = true;
    if (flags.off.has('x')) change.exported = false;
    if (has('r')) change.readonly = true;
    shell.vars.declare(name, change);
  }
  return status;
}

function print(shell: Shell, names: string[], fits: (v: Variable) => boolean): string {
  return names.map((name) => {
    const v = shell.vars.find(name);
    return v && fits(v) ? declaration(name, v) : '';
  }).join('');
}

function printFunctions(call: BuiltinCall, names: string[], namesOnly: boolean): number {
  let status = 0;
  for (const name of names.length > 0 ? names : [...call.shell.functions.keys()].sort()) {
    const f = call.shell.functions.get(name);
    if (!f) status = 1;
    else call.ctx.out(namesOnly ? (names.length > 0 ? `${name}\n` : `declare -f ${name}\n`) : `${name} () \n${f.source}\n`);
  }
  return status;
}

function declareBuiltin(name: 'declare' | 'typeset' | 'local'): Builtin {
  return {
    name,
    run(call) {
      const { shell, ctx } = call;
      if (name === 'local' && shell.functionNames.length === 0) return ctx.fail('can only be used in a function');
      const flags = readFlags(call, 'aAfFgilnprtuxI');
      if (!flags) return 2;
      const rest = call.args.slice(flags.rest);
      if (flags.letters.has('f') || flags.letters.has('F')) return printFunctions(call, rest, flags.letters.has('F'));
      if (flags.letters.has('p') || (rest.length === 0 && name !== 'local')) {
        for (const n of rest) if (!shell.vars.find(n)) return ctx.fail(`${n}: not found`);
        const wanted = [...flags.letters].filter((c) => 'aAirx'.includes(c));
        ctx.out(print(shell, rest.length > 0 ? rest : shell.vars.names(), (v) => wanted.every((c) => (c === 'x' ? v.exported : c === 'r' ? v.readonly : c === 'i' ? v.integer : v.list !== null && v.assoc === (c === 'A')))));
        return 0;
      }
      return declare(call, flags, shell.functionNames.length > 0 && !flags.letters.has('g'));
    },
  };
}

function attribute(name: 'export' | 'readonly', letter: 'x' | 'r'): Builtin {
  return {
    name,
    special: true,
    run(call) {
      const { shell, ctx } = call;
      const flags = readFlags(call, 'fnpaA');
      if (!flags) return 2;
      const rest = call.args.slice(flags.rest);
      if (rest.length === 0) {
        ctx.out(print(shell, shell.vars.names(), (v) => (letter === 'x' ? v.exported : v.readonly)));
        return 0;
      }
      if (flags.letters.has('f')) {
        for (const n of rest) {
          if (!shell.functions.has(n)) return ctx.fail(`${n}: not a function`);
          if (flags.letters.has('n')) shell.exportedFunctions.delete(n);
          else shell.exportedFunctions.add(n);
        }
        return 0;
      }
      if (flags.letters.has('n')) {
        for (const n of rest) shell.vars.declare(n.replace(/=.*/s, ''), { exported: false });
        return 0;
      }
      flags.letters.add(letter);
      return declare(call, flags, false);
    },
  };
}

export const variables: Builtin[] = [
  declareBuiltin('declare'),
  declareBuiltin('typeset'),
  declareBuiltin('local'),
  attribute('export', 'x'),
  attribute('readonly', 'r'),
  {
    name: 'unset',
    special: true,
    run(call) {
      const { runner, shell, ctx } = call;
      const flags = readFlags(call, 'fvn');
      if (!flags) return 2;
      let status = 0;
      for (const arg of call.args.slice(flags.rest)) {
        const element = /^([A-Za-z_]\w*)\[(.*)\]$/.exec(arg);
        if (flags.letters.has('n')) shell.vars.unset(arg, true);
        else if (flags.letters.has('f')) shell.functions.delete(arg);
        else if (element) {
          const v = shell.vars.find(element[1]!);
          if (element[2] === '@' || element[2] === '*') shell.vars.unset(element[1]!);
          else v?.list?.delete(runner.expander.key(element[1]!, element[2]!));
        } else if (shell.vars.find(arg)) {
          if (shell.vars.find(arg)!.readonly) status = ctx.fail(`${arg}: cannot unset: readonly variable`);
          else shell.vars.unset(arg);
        } else if (!flags.letters.has('v')) shell.functions.delete(arg);
      }
      return status;
    },
  },
];
