/** One line of `npm run bench`: a figure of the sandbox beside native Node's in the same run. Cells that do not apply are empty. */
export interface Row { what: string; sandbox: string; native: string; ratio: string }

/** Times in milliseconds side by side. */
export const timeRow = (what: string, sandboxMs: number, nativeMs: number): Row => ({ what, sandbox: `${sandboxMs.toFixed(2)} ms`, native: `${nativeMs.toFixed(2)} ms`, ratio: `${(sandboxMs / nativeMs).toFixed(2)}x` });

/** A figure that native Node has no counterpart for. */
export const figureRow = (what: string, sandbox: string): Row => ({ what, sandbox, native: '', ratio: '' });

export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;
