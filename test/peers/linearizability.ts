/**
 * Whether a history of operations could have happened one after the other: Wing and Gong's search, with Lowe's memory of what was tried. Every
 * operation happened at some moment between its start and its end; the search looks for an order of such moments in which each result is right.
 */
export interface Operation<S> {
  /** Told when there is no order. */
  name: string;
  start: number;
  /** Infinity when it never ended. */
  end: number;
  /** It may also never have happened. */
  optional?: boolean;
  /** Only after that operation, by index. */
  after?: number;
  /** The state after it. @returns undefined when its result would be wrong in that state */
  apply(state: S): S | undefined;
}

export type Verdict = { linearizable: true } | { linearizable: false; /** How far the best order came. */ done: number; stuck: string[] };

/** @param keyOf the same text for the same state */
export function linearize<S>(history: readonly Operation<S>[], initial: S, keyOf: (state: S) => string): Verdict {
  const order = history.map((operation, index) => ({ operation, index })).sort((a, b) => a.operation.start - b.operation.start);
  const count = order.length;
  const place = new Map(order.map(({ index }, at) => [index, at]));
  const needs = order.map(({ operation }) => (operation.after === undefined ? -1 : place.get(operation.after)!));
  const must = order.filter(({ operation }) => !operation.optional).length;
  const done = new Uint8Array(count);
  const tried = new Set<string>();
  let best = { done: -1, stuck: [] as string[] };

  /** Everything before it happened or, if it may, did not. */
  let first = 0;
  const advance = (): void => { while (first < count && done[first]) first++; };

  /** The last that happened; what is open before it is little. */
  let reach = -1;

  /** What may come next: nothing that has to happen ended before it began. */
  function candidates(): number[] {
    let soonest = Infinity;
    const open: number[] = [];
    for (let at = first; at < count && order[at]!.operation.start <= soonest; at++) {
      if (done[at]) continue;
      open.push(at);
      if (!order[at]!.operation.optional) soonest = Math.min(soonest, order[at]!.operation.end);
    }
    // What may also not have happened holds up nobody, but is too late when something has happened that began after its end.
    const latest = reach < 0 ? -Infinity : order[reach]!.operation.start;
    return open.filter((at) => order[at]!.operation.start <= soonest && order[at]!.operation.end >= latest && (needs[at]! < 0 || done[needs[at]!]));
  }

  function signature(state: S): string {
    let text = `${first}:`;
    for (let at = first + 1; at <= reach; at++) if (done[at]) text += `${at},`;
    return `${text}|${keyOf(state)}`;
  }

  interface Frame { state: S; open: number[]; next: number; made: number; first: number; reach: number }
  let happened = 0;
  const stack: Frame[] = [{ state: initial, open: candidates(), next: 0, made: -1, first: 0, reach: -1 }];
  while (stack.length > 0) {
    if (happened === must) return { linearizable: true };
    const frame = stack.at(-1)!;
    if (frame.next >= frame.open.length) {
      if (happened > best.done) best = { done: happened, stuck: frame.open.map((at) => order[at]!.operation.name) };
      stack.pop();
      if (frame.made >= 0) {
        done[frame.made] = 0;
        if (!order[frame.made]!.operation.optional) happened--;
        ({ first, reach } = frame);
      }
      continue;
    }
    const at = frame.open[frame.next++]!;
    const { operation } = order[at]!;
    const state = operation.apply(frame.state);
    if (state === undefined) continue;
    done[at] = 1;
    const before = { first, reach };
    reach = Math.max(reach, at);
    advance();
    const mark = signature(state);
    if (tried.has(mark)) {
      done[at] = 0;
      ({ first, reach } = before);
      continue;
    }
    tried.add(mark);
    if (!operation.optional) happened++;
    stack.push({ state, open: candidates(), next: 0, made: at, ...before });
  }
  return { linearizable: false, ...best };
}
