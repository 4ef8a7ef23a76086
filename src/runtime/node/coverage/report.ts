/** Counters of a script as the functions of a ScriptCoverage of the Chrome DevTools Protocol: `Coverage::Collect` of V8. */
import type { CountedFunction } from './plan.ts';
import { type CoverageRange, functionRanges } from './ranges.ts';

export interface FunctionCoverage { functionName: string; ranges: CoverageRange[]; isBlockCoverage: boolean }

/** Functions that ran, and those right within them. @param counts the value of a counter */
export function report(functions: readonly CountedFunction[], counts: (counter: number | undefined) => number): FunctionCoverage[] {
  const out: FunctionCoverage[] = [];
  const around: { end: number; count: number }[] = [];
  for (const { name, eager, start, end, counter, slots } of [...functions].sort((a, b) => a.start - b.start || b.end - a.end)) {
    while (around.length > 0 && around.at(-1)!.end <= start) around.pop();
    const count = counts(counter);
    const ran = count > 0;
    if (!ran && !(around.length > 0 && around.at(-1)!.count > 0)) continue;
    around.push({ end, count });
    const whole = { start, end, count };
    // What never ran was never compiled: it has no blocks.
    const ranges = functionRanges(whole, ran ? slots.map((slot) => ({ start: slot.start, end: slot.end, count: counts(slot.counter) })) : []);
    out.push({ functionName: name, ranges, isBlockCoverage: ran || eager });
  }
  return out;
}
