/** One line of `npm run bench`: a figure of the sandbox beside native Node's in the same run. Cells that do not apply are empty. */
export interface Row { what: string; sandbox: string; native: string; ratio: string; goal?: Goal }

/** What was promised for a figure, and whether this run keeps it. */
export interface Goal { text: string; met: boolean }

/** @param text what the limit is of, with its unit: `under 10 ms` */
export const under = (value: number, limit: number, unit: string): Goal => ({ text: `under ${limit} ${unit}`, met: value < limit });
export const atLeast = (value: number, limit: number, unit: string): Goal => ({ text: `at least ${limit} ${unit}`, met: value >= limit });
/** Of ours to native Node's. */
export const ratioAtMost = (ours: number, theirs: number, limit: number): Goal => ({ text: `at most ${limit}x`, met: ours / theirs <= limit });

/** Times in milliseconds side by side. */
export const timeRow = (what: string, sandboxMs: number, nativeMs: number, goal?: Goal): Row =>
  ({ what, sandbox: `${sandboxMs.toFixed(2)} ms`, native: `${nativeMs.toFixed(2)} ms`, ratio: `${(sandboxMs / nativeMs).toFixed(2)}x`, ...(goal && { goal }) });

/** A figure that native Node has no counterpart for. */
export const figureRow = (what: string, sandbox: string, goal?: Goal): Row => ({ what, sandbox, native: '', ratio: '', ...(goal && { goal }) });

export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

export const mb = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;

/** @throws Error with that text, when `work` takes longer: a figure that hangs must not cost all the others. The work itself is not stopped. */
export async function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => { timer = setTimeout(() => reject(new Error(`${what} took longer than ${ms / 1000} s`)), ms); });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
