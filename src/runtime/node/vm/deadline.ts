/**
 * `timeout` of a script. Nothing in a page can interrupt code that runs, so the script looks at the clock itself: its loops and functions
 * call in passing. What it calls outside its own text is not stopped. An error can be caught where Node's end cannot, so it is thrown again at
 * each look.
 */
import { codedError } from '../fs/cp-links.ts';
import { CLOSE } from '../source/awaits.ts';
import { perRuntime } from '../streams/per-runtime.ts';
import type { NodeRuntime } from '../runtime.ts';
import { type Edit, isFunctionLike, type Node, walk } from './acorn.ts';

export const TICK_NAME = '$tick';
/** What the edits insert, in the source of a regular expression. */
export const TICK_TEXT = '\\{\\/\\*\\*\\/\\$tick\\(\\);|\\/\\*\\*\\/;\\$tick\\(\\);|\\$tick\\(\\);|\\(\\$tick\\(\\),|\\/\\*\\$k\\*\\/\\}';
const LOOPS = new Set(['WhileStatement', 'DoWhileStatement', 'ForStatement', 'ForInStatement', 'ForOfStatement']);
/** Looks between two readings of the clock are as many as fit in about this time (ms). */
const PACE = 0.5;

/** Adds the looks to `edits`, which are those of a parsed text already. */
export function tickEdits(tree: Node, edits: Edit[]): Edit[] {
  const opening: Edit[] = [], closing: Edit[] = [];
  const insert = (list: Edit[], at: number, text: string): void => void list.push({ start: at, end: at, text });
  walk(tree, (node) => {
    const loop = LOOPS.has(node.type);
    if (!loop && (!isFunctionLike(node) || node.type === 'StaticBlock')) return;
    const { body } = node as Node & { body: Node };
    if (body.type === 'BlockStatement') {
      const directives = loop ? undefined : body.body.findLast(({ directive }: Node) => directive !== undefined) as Node | undefined;
      insert(opening, directives?.end ?? body.start + 1, directives === undefined ? `${TICK_NAME}();` : `/**/;${TICK_NAME}();`);
    } else {
      insert(opening, body.start, loop ? `{/**/${TICK_NAME}();` : `(${TICK_NAME}(),`);
      insert(closing, body.end, loop ? '/*$k*/}' : CLOSE);
    }
  });
  // What opens first closes last; and both lie around what else is edited.
  return [...opening, ...edits, ...closing.reverse()];
}

/** Scripts with a timeout that run, one within the other. */
const running = perRuntime((): { until: number } => ({ until: Infinity }));

/** What the looks call. */
export function ticker(rt: NodeRuntime): () => void {
  const { performance } = rt.native;
  const state = running(rt);
  let left = 0, step = 1, last = 0;
  return () => {
    if (left-- > 0) return;
    const now = performance.now();
    step = Math.max(1, Math.min(1e6, now - last < PACE ? step * 2 : step >> 2));
    last = now;
    left = step;
    if (now <= state.until) return;
    left = 0;
    throw codedError('ERR_SCRIPT_EXECUTION_TIMEOUT', 'Script execution timed out');
  };
}

/** Whether a script with a timeout is running, whose clock what it calls has to look at, too. */
export const isTimed = (rt: NodeRuntime): boolean => running(rt).until !== Infinity;

/** Runs `script` for `timeout` ms at most. @throws Error with `code` ERR_SCRIPT_EXECUTION_TIMEOUT */
export function withDeadline(rt: NodeRuntime, timeout: number, script: () => unknown): unknown {
  const state = running(rt);
  const { performance } = rt.native;
  const before = state.until;
  const own = performance.now() + timeout;
  state.until = Math.min(before, own);
  try {
    return script();
  } finally {
    state.until = before;
    // Also when it returned: what it called may not have looked. (Whatever it threw, its time was over first.)
    if (performance.now() > own) throw codedError('ERR_SCRIPT_EXECUTION_TIMEOUT', `Script execution timed out after ${timeout}ms`);
  }
}
