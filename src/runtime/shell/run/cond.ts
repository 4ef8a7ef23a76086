/** `[[ ... ]]`. */
import type { CondExpr } from '../language/ast.ts';
import { ExpansionError, OPTION_NAMES, type OptionName } from './shell.ts';
import type { Runner } from './runner.ts';
import { binaryTest, unaryTest } from './tests.ts';
import { longest } from '../longest.ts';
import { RegexError, toJsRegex } from '../regex.ts';

/** 0, 1, or 2 for a bad regular expression. */
export function evaluateCond(runner: Runner, test: CondExpr): number {
  try {
    return evaluate(runner, test) ? 0 : 1;
  } catch (e) {
    if (e instanceof RegexError) return 2;
    throw e;
  }
}

function evaluate(runner: Runner, test: CondExpr): boolean {
  const { shell, expander } = runner;
  switch (test.t) {
    case 'not': return !evaluate(runner, test.of);
    case 'and': return evaluate(runner, test.left) && evaluate(runner, test.right);
    case 'or': return evaluate(runner, test.left) || evaluate(runner, test.right);
    case 'word': return expander.string(test.word) !== '';
    case 'unary': {
      const value = expander.string(test.word);
      if (test.op === '-v') return isSet(runner, value);
      if (test.op === '-o') return OPTION_NAMES.includes(value as OptionName) && shell.has(value as OptionName);
      return unaryTest(shell.sys, test.op, value, (n) => shell.handles[n]) ?? false;
    }
    case 'binary': {
      const left = expander.string(test.left);
      if (test.op === '=' || test.op === '==') return expander.matches(left, test.right);
      if (test.op === '!=') return !expander.matches(left, test.right);
      if (test.op === '=~') return matchRegex(runner, left, expander.regex(test.right));
      return compare(runner, test.op, left, expander.string(test.right));
    }
  }
}

/** A number that is none is named and makes the comparison false; the script goes on. An unset variable under `set -u` ends the shell here too. */
function compare(runner: Runner, op: string, left: string, right: string): boolean {
  const { shell, expander } = runner;
  try {
    return binaryTest(shell.sys, op, left, right, (s) => expander.arith(s)) ?? false;
  } catch (e) {
    if (!(e instanceof ExpansionError) || e.fatal) throw e;
    shell.complain(`[[: ${e.message}`);
    return false;
  }
}

export function isSet(runner: Runner, name: string): boolean {
  const { vars } = runner.shell;
  const element = /^([A-Za-z_]\w*)\[(.*)\]$/.exec(name);
  if (!element) return vars.get(name) !== undefined;
  if (element[2] === '@' || element[2] === '*') return vars.values(element[1]!).length > 0;
  return vars.find(element[1]!)?.list?.has(runner.expander.key(element[1]!, element[2]!)) ?? false;
}

function matchRegex(runner: Runner, text: string, pattern: string): boolean {
  const { shell } = runner;
  const regex = longest(toJsRegex(pattern, { extended: true, flags: shell.shopt.has('nocasematch') ? 'is' : 's' }));
  const match = regex.exec(text);
  shell.vars.setList('BASH_REMATCH', match ? Array.from(match, (m, i): [string, string] => [String(i), m ?? '']) : [], false);
  return match !== null;
}
