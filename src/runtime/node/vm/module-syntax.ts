/** Whether text that is no CommonJS module is an ES module: the lists and the order of node_contextify.cc (ShouldRetryAsESM). */
import type { NodeRuntime } from '../runtime.ts';
import { earlyError } from './syntax-error.ts';
import { withoutHashbang } from './compile.ts';

const ONLY_IN_MODULES = [
  'Cannot use import statement outside a module',
  "Unexpected token 'export'",
  "Cannot use 'import.meta' outside a module",
];

/** Messages that a module's text gives when it is compiled as a CommonJS wrapper's body. */
const ONLY_FAIL_IN_WRAPPERS = [
  "Identifier '__filename' has already been declared",
  "Identifier '__dirname' has already been declared",
  'await is only valid in async functions and the top level bodies of modules',
  "Identifier 'exports' has already been declared",
  "Identifier 'module' has already been declared",
  "Identifier 'require' has already been declared",
];

export const CJS_PARAMS = ['exports', 'require', 'module', '__filename', '__dirname'] as const;

/** Whether the message says that import or export statements are the problem. */
export function isModuleSyntaxMessage(message: string): boolean {
  return ONLY_IN_MODULES.some((known) => message.includes(known));
}

const AsyncFunction = (async () => {}).constructor as FunctionConstructor;

/** Decides for text whose compilation as CommonJS gave `message`. */
export function shouldRetryAsModule(rt: NodeRuntime, message: string, code: string): boolean {
  if (isModuleSyntaxMessage(message)) return true;
  if (!ONLY_FAIL_IN_WRAPPERS.some((known) => message.includes(known))) return false;
  // A top-level return makes it CommonJS after all; the function around would hide that.
  if (earlyError(rt, withoutHashbang(code))?.message === 'Illegal return statement') return false;
  try {
    // As a function's body it may redeclare what the wrapper declares, and await.
    new AsyncFunction(`"use strict";${withoutHashbang(code)}`);
    return true;
  } catch {
    return false;
  }
}

/** The message of compiling the text as a function's body with these parameters; undefined when it compiles. */
export function wrapperMessage(rt: NodeRuntime, code: string, params: readonly string[]): string | undefined {
  const text = withoutHashbang(code);
  try {
    new Function(...params, text);
    return undefined;
  } catch (e) {
    const wrapped = (e as SyntaxError).message;
    const own = earlyError(rt, text)?.message;
    return own === undefined || own === 'Illegal return statement' ? wrapped : own;
  }
}
