/** Counters of a script as the functions of a ScriptCoverage of the Chrome DevTools Protocol: `Coverage::Collect` of V8. */
import type { CountedFunction } from './plan.ts';
import { type CoverageRange, functionRanges } from './ranges.ts';

export interface FunctionCoverage { functionName: string; ranges: CoverageRange[]; isBlockCoverage: boolean }

/** Functions that ran, and those right within them. @param counts the value of a counter */
export function report(functions: readonly CountedFunction[], counts: (counter: number) => number): FunctionCoverage[] {
  const out: FunctionCoverage[] = [];
  const around: { end: number; count: number }[] = [];
  for (const one of [...functions].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const { name, start, end, counter, slots } = one;
    while (around.length > 0 && around.at(-1)!.end <= start) around.pop();
    const count = counts(counter);
    one.compiled ||= count > 0;
    const ranges = functionRanges({ start, end, count }, one.compiled ? slots.map((slot) => ({ start: slot.start, end: slot.end, count: counts(slot.counter) })) : []);
    // A function that was entered before goes on after an `await`: then there is more to say than that it was not called.
    if (count === 0 && !(around.length > 0 && around.at(-1)!.count > 0) && ranges.length === 1) continue;
    around.push({ end, count });
    out.push({ functionName: name, ranges, isBlockCoverage: one.compiled });
  }
  return out;
}
