/** Replaces references to variables and calls of functions in a text. */
import { callFunction, functionNames } from './functions.ts';
import { MakeError, type State } from './state.ts';
import { replaceSuffix } from './words.ts';

export function expand(state: State, text: string): string {
  let out = '';
  for (let at = 0; at < text.length;) {
    const dollar = text.indexOf('$', at);
    if (dollar < 0) return out + text.slice(at);
    out += text.slice(at, dollar);
    const next = text[dollar + 1];
    if (next === undefined) return out;
    if (next === '$') {
      out += '$';
      at = dollar + 2;
    } else if (next === '(' || next === '{') {
      const end = closing(text, dollar + 1);
      if (end < 0) state.fail('unterminated variable reference');
      out += reference(state, text.slice(dollar + 2, end), next);
      at = end + 1;
    } else {
      out += valueOf(state, next);
      at = dollar + 2;
    }
  }
  return out;
}

/** Position of the bracket that closes the one at `open`; only brackets of its own kind count. */
export function closing(text: string, open: number): number {
  const [left, right] = text[open] === '(' ? '()' : '{}';
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === left) depth++;
    else if (text[at] === right && --depth === 0) return at;
  }
  return -1;
}

function reference(state: State, inner: string, bracket: string): string {
  const call = /^([a-z-]+)(?:[ \t]+|$)/.exec(inner);
  if (call && functionNames.has(call[1]!) && (inner.length > call[1]!.length || call[1] === 'shell')) {
    return callFunction(state, call[1]!, splitArguments(inner.slice(call[0].length), bracket), expand);
  }
  const colon = topLevel(inner, ':');
  if (colon > 0) {
    const rest = inner.slice(colon + 1);
    const equals = topLevel(rest, '=');
    if (equals >= 0) return replaceSuffix(valueOf(state, expand(state, inner.slice(0, colon))), expand(state, rest.slice(0, equals)), expand(state, rest.slice(equals + 1)));
  }
  return valueOf(state, expand(state, inner));
}

/** Position of a character outside of any reference. */
function topLevel(text: string, wanted: string): number {
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '$' && (text[at + 1] === '(' || text[at + 1] === '{')) {
      const end = closing(text, at + 1);
      if (end < 0) return -1;
      at = end;
    } else if (text[at] === wanted) return at;
  }
  return -1;
}

/** Commas inside brackets of the call's own kind separate nothing. */
function splitArguments(text: string, bracket: string): string[] {
  const [left, right] = bracket === '(' ? '()' : '{}';
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === left) depth++;
    else if (text[at] === right) depth--;
    else if (text[at] === ',' && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)];
}

export function valueOf(state: State, name: string): string {
  const variable = state.find(name);
  if (!variable) return '';
  if (!variable.recursive) return variable.value;
  if (state.expanding.has(name)) throw new MakeError(`Recursive variable '${name}' references itself (eventually)`, variable.at ?? state.here);
  state.expanding.add(name);
  try {
    return expand(state, variable.value);
  } finally {
    state.expanding.delete(name);
  }
}
