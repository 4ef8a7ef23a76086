/** Where a stack leads: the first of its places that is code of the project. */

export interface StackPlace {
  file: string;
  line: number;
  column?: number;
}

/** Of a stack as a program wrote it: nothing far down is looked at, and nothing in very long lines. */
const MAX_STACK = 20_000;
const MAX_FRAME = 1_000;

/** V8's frames with or without `file://`, and the pointer lines ` ❯ file:line:column` of vitest. */
export function placeInStack(stack: string | undefined): StackPlace | undefined {
  for (const line of (stack ?? '').slice(0, MAX_STACK).split('\n')) {
    const frame = line.trim();
    const end = frame.length <= MAX_FRAME ? /:(\d{1,7}):(\d{1,7})\)?$/.exec(frame) : null;
    const file = end ? fileOf(frame.slice(0, end.index))?.replace(/^file:\/\//, '') : undefined;
    if (!end || file === undefined || /(^|\/)node_modules\/|^node:|^internal\/|<anonymous>/.test(file)) continue;
    return { file, line: Number(end[1]), column: Number(end[2]) };
  }
  return undefined;
}

/** `at name (file`, `at file`, `❯ name file` */
function fileOf(frame: string): string | undefined {
  if (frame.startsWith('❯ ')) return frame.slice(frame.lastIndexOf(' ') + 1);
  if (!frame.startsWith('at ')) return undefined;
  const open = frame.indexOf(' (');
  return open < 0 ? frame.slice('at '.length).replace(/^async /, '') : frame.slice(open + 2);
}
