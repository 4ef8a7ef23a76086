/** Where a stack leads: the first of its places that is code of the project. */

export interface StackPlace {
  file: string;
  line: number;
  column?: number;
}

/** `(file:line:column)` of V8 with or without `file://`, and the pointer lines ` ❯ file:line:column` of vitest. */
const framePattern = /(?:\(|at |❯ (?:.* )?)(?:async )?((?:file:\/\/)?[^\s():][^():\n]*?):(\d+):(\d+)\)?\s*$/gm;

export function placeInStack(stack: string | undefined): StackPlace | undefined {
  for (const [, path, line, column] of (stack ?? '').matchAll(framePattern)) {
    const file = path!.replace(/^file:\/\//, '');
    if (/(^|\/)node_modules\//.test(file) || file.startsWith('node:') || file.startsWith('internal/')) continue;
    return { file, line: Number(line), column: Number(column) };
  }
  return undefined;
}
