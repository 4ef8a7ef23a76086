/** Functions that were made from parameters and a body: the engine shows them as if they had been written out (`ScriptCompiler::CompileFunction`). */

const made = new WeakMap<object, { params: readonly string[]; code: string }>();

export function rememberFunction(fn: Function, params: readonly string[], code: string): void {
  made.set(fn, { params, code });
}

export function functionText(fn: unknown): string | undefined {
  const parts = typeof fn === 'function' ? made.get(fn) : undefined;
  return parts === undefined ? undefined : `function (${parts.params.join(', ')}) {\n${parts.code}\n}`;
}
