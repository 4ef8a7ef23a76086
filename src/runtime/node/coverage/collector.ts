/**
 * What ran in this thread, counted from when it is asked for (NODE_V8_COVERAGE, `node --test --experimental-test-coverage`, a session of `inspector`). The engine's own counters belong to
 * the browser's tools; here scripts that are compiled while it is on get counters of ours. So scripts that were compiled before, and Node's library, are not in a report.
 */
import type { NodeRuntime } from '../runtime.ts';
import { CLOSE as AWAIT_CLOSE } from '../source/awaits.ts';
import type { Edit, Node } from '../vm/acorn.ts';
import { COUNT_AFTER, COUNT_THERE, COUNTERS } from './names.ts';
import type { CountedFunction, CoveragePlan, planCoverage } from './plan.ts';
import type { FunctionCoverage, report } from './report.ts';

/** As the Chrome DevTools Protocol has it. */
export interface ScriptCoverage { scriptId: string; url: string; functions: FunctionCoverage[] }

const scripts: { id: number; file: string; functions: CountedFunction[] }[] = [];
const counters: number[] = [];
const countAfter = (counter: number, value: unknown): unknown => {
  counters[counter]!++;
  return value;
};
const countThere = (counter: number, value: unknown): unknown => {
  if (value !== null && value !== undefined) counters[counter]!++;
  return value;
};
/** What counted text calls, by name: contexts of `vm` hand them in, everywhere else they are hidden globals. */
export const COUNTING: { readonly [name: string]: unknown } = { [COUNTERS]: counters, [COUNT_AFTER]: countAfter, [COUNT_THERE]: countThere };

/** The rare binding `coverage`, once something was counted: most processes measure nothing. */
interface Counting { planCoverage: typeof planCoverage; report: typeof report }
let parts: Counting | undefined;
let counting = false;
let scriptIds = 100;

export const isCounting = (): boolean => counting;

/** From now on text is counted that is compiled. @throws Error `ERR_TABLOOM_ASSET` when what counts cannot be loaded */
export function startCounting(rt: NodeRuntime): void {
  parts ??= rt.internalBinding('coverage') as Counting;
  if (!counting) counters.fill(0);
  counting = true;
  for (const [name, value] of Object.entries(COUNTING)) if (!Object.hasOwn(globalThis, name)) Object.defineProperty(globalThis, name, { value, enumerable: false, writable: false, configurable: false });
}

export function stopCounting(): void {
  counting = false;
}

/** A text's counters, where they are wanted: to be woven into its edits, and announced when it was compiled. */
export interface Counted { weave(edits: readonly Edit[]): Edit[]; compiled(): void }

/** @param parse its tree; what it throws the engine will say as well. `completion`: see `planCoverage` */
export function countedText(code: string, file: string, parse: () => Node, completion = false): Counted | undefined {
  if (!counting || parts === undefined) return undefined;
  let plan: CoveragePlan;
  const first = counters.length;
  try {
    plan = parts.planCoverage(code, parse(), first, completion);
  } catch {
    return undefined;
  }
  for (let i = first; i < plan.next; i++) counters.push(0);
  return {
    weave: (edits) => weave(edits, plan),
    compiled: () => void scripts.push({ id: scriptIds++, file, functions: plan.functions }),
  };
}

/**
 * In one place what ends comes before what begins. What is inside ends first, so an operand that is awaited does; statements begin first, and expressions last, as such an operand
 * holds what is counted in it. `eval()` has a beginning and an end of ours in one place.
 */
function weave(edits: readonly Edit[], { edits: { first, before, after } }: CoveragePlan): Edit[] {
  const ends = new Set(edits.filter((edit, i) => edit.text === AWAIT_CLOSE && !(edits[i - 1]?.start === edit.start && edits[i - 1]!.text !== AWAIT_CLOSE)));
  return [...ends, ...after, ...first, ...edits.filter((edit) => !ends.has(edit)), ...before];
}

/** Everything that was counted since the last time. */
export function takeCounts(rt: NodeRuntime): ScriptCoverage[] {
  const { pathToFileURL } = rt.requireBuiltin('internal/url');
  const out = scripts.map(({ id, file, functions }) => ({ scriptId: String(id), url: file.startsWith('/') ? pathToFileURL(file).href as string : file, functions: parts!.report(functions, (counter) => counters[counter]!) }));
  counters.fill(0);
  return out.filter(({ functions }) => functions.length > 0);
}
