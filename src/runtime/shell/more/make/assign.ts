/** Assignments to variables. */
import { callFunction } from './functions.ts';
import { expand } from './expand.ts';
import type { Origin, Scope, State } from './state.ts';

export interface Assignment {
  name: string;
  operator: string;
  value: string;
  modifiers: string[];
}

/** Undefined when the line is none: a rule, or a directive. */
export function assignment(line: string): Assignment | undefined {
  const modifiers: string[] = [];
  let text = line;
  for (let found = /^(export|override|private|unexport)\s+(?=\S)/.exec(text); found; found = /^(export|override|private|unexport)\s+(?=\S)/.exec(text)) {
    modifiers.push(found[1]!);
    text = text.slice(found[0].length);
  }
  const found = /^((?:[^\s:#=$?+!]|\$\([^()]*(?:\([^()]*\)[^()]*)*\)|\$\{[^{}]*\}|[?+!:](?!=))+?)\s*(:::?=|::?=|\?=|\+=|!=|=)[ \t]*([\s\S]*)$/.exec(text);
  // `a: b = c` is a variable of a target, not a variable named `a: b`.
  if (!found || /:/.test(found[1]!.replace(/\$\([^()]*(?:\([^()]*\)[^()]*)*\)|\$\{[^{}]*\}/g, ''))) return undefined;
  return { name: found[1]!, operator: found[2]!, value: found[3]!, modifiers };
}

export function assign(state: State, { name: raw, operator, value, modifiers }: Assignment, scope: Scope = state.global, from: Origin = 'file'): void {
  const name = expand(state, raw).trim();
  if (name === '') state.fail('empty variable name');
  const origin: Origin = modifiers.includes('override') ? 'override' : from;
  const old = scope.get(name) ?? (scope === state.global ? undefined : state.find(name));
  const put = (text: string, recursive: boolean): void => state.set(name, text, { recursive, origin, scope });
  switch (operator) {
    case '=': put(value, true); break;
    case ':=': case '::=': put(expand(state, value), false); break;
    case '?=': if (!old) put(value, true); break;
    case '!=': put(callFunction(state, 'shell', [value], expand), false); break;
    case '+=': {
      if (!old) put(value, true);
      else put(`${old.value}${old.value === '' ? '' : ' '}${old.recursive ? value : expand(state, value)}`, old.recursive);
      break;
    }
    default: state.fail(`this make does not know '${operator}'`);
  }
  const variable = scope.get(name);
  if (variable && modifiers.includes('export')) variable.exported = true;
  if (variable && modifiers.includes('unexport')) variable.exported = false;
}
