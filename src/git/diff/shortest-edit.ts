/**
 * Which elements of two sequences are not common: Myers' algorithm in linear space (An O(ND) Difference Algorithm and Its Variations, 1986, section 4b),
 * with the same limits as git's, so that a patch of ours shows the same lines as one of git's.
 */

/** Differences above this many edits are no longer searched for the shortest script. */
const MIN_COST_LIMIT = 256;
/** So many equal elements in a row are a stretch worth ending the search for. */
const LONG_RUN = 20;
/** How many times farther than its cost a path must have come to be taken early. */
const FAR = 4;
const NONE = 0x7fffffff;

interface Box { a0: number; a1: number; b0: number; b1: number }

interface Split { a: number; b: number; exactBefore: boolean; exactAfter: boolean }

/** Git's quick stand-in for the square root: the power of two next to it. */
export function roughRoot(value: number): number {
  let root = 1;
  for (let left = value; left > 0; left = Math.floor(left / 4)) root *= 2;
  return root;
}

/** Marks what is removed from `a` and added in `b`; equal numbers are equal elements. */
export function markEdits(a: Int32Array, b: Int32Array, removed: (index: number) => void, added: (index: number) => void): void {
  new Search(a, b, removed, added).solve({ a0: 0, a1: a.length, b0: 0, b1: b.length }, false);
}

class Search {
  readonly #a: Int32Array;
  readonly #b: Int32Array;
  readonly #removed: (index: number) => void;
  readonly #added: (index: number) => void;
  readonly #forward: Int32Array;
  readonly #backward: Int32Array;
  /** Diagonals are numbered from -b.length - 1 on. */
  readonly #origin: number;
  readonly #costLimit: number;

  constructor(a: Int32Array, b: Int32Array, removed: (index: number) => void, added: (index: number) => void) {
    this.#a = a;
    this.#b = b;
    this.#removed = removed;
    this.#added = added;
    const diagonals = a.length + b.length + 3;
    this.#forward = new Int32Array(diagonals);
    this.#backward = new Int32Array(diagonals);
    this.#origin = b.length + 1;
    this.#costLimit = Math.max(MIN_COST_LIMIT, roughRoot(diagonals));
  }

  solve(box: Box, exact: boolean): void {
    let { a0, a1, b0, b1 } = box;
    while (a0 < a1 && b0 < b1 && this.#a[a0] === this.#b[b0]) {
      a0++;
      b0++;
    }
    while (a0 < a1 && b0 < b1 && this.#a[a1 - 1] === this.#b[b1 - 1]) {
      a1--;
      b1--;
    }
    if (a0 === a1) for (; b0 < b1; b0++) this.#added(b0);
    else if (b0 === b1) for (; a0 < a1; a0++) this.#removed(a0);
    else {
      const split = this.#split({ a0, a1, b0, b1 }, exact);
      this.solve({ a0, a1: split.a, b0, b1: split.b }, split.exactBefore);
      this.solve({ a0: split.a, a1, b0: split.b, b1 }, split.exactAfter);
    }
  }

  /** A point on a good path, found from both corners at once; on a shortest path unless that costs too much. */
  #split(box: Box, exact: boolean): Split {
    const { a0, a1, b0, b1 } = box;
    const forward = this.#forward;
    const backward = this.#backward;
    const at = this.#origin;
    const lowest = a0 - b1;
    const highest = a1 - b0;
    const start = a0 - b0;
    const end = a1 - b1;
    const odd = ((start - end) & 1) !== 0;
    let fLow = start;
    let fHigh = start;
    let bLow = end;
    let bHigh = end;
    forward[at + start] = a0;
    backward[at + end] = a1;
    for (let cost = 1; ; cost++) {
      let longRun = false;
      if (fLow > lowest) forward[at + --fLow - 1] = -1;
      else fLow++;
      if (fHigh < highest) forward[at + ++fHigh + 1] = -1;
      else fHigh--;
      for (let d = fHigh; d >= fLow; d -= 2) {
        let x = forward[at + d - 1]! >= forward[at + d + 1]! ? forward[at + d - 1]! + 1 : forward[at + d + 1]!;
        const from = x;
        while (x < a1 && x - d < b1 && this.#a[x] === this.#b[x - d]) x++;
        if (x - from > LONG_RUN) longRun = true;
        forward[at + d] = x;
        if (odd && bLow <= d && d <= bHigh && backward[at + d]! <= x) return { a: x, b: x - d, exactBefore: true, exactAfter: true };
      }
      if (bLow > lowest) backward[at + --bLow - 1] = NONE;
      else bLow++;
      if (bHigh < highest) backward[at + ++bHigh + 1] = NONE;
      else bHigh--;
      for (let d = bHigh; d >= bLow; d -= 2) {
        let x = backward[at + d - 1]! < backward[at + d + 1]! ? backward[at + d - 1]! : backward[at + d + 1]! - 1;
        const from = x;
        while (x > a0 && x - d > b0 && this.#a[x - 1] === this.#b[x - d - 1]) x--;
        if (from - x > LONG_RUN) longRun = true;
        backward[at + d] = x;
        if (!odd && fLow <= d && d <= fHigh && x <= forward[at + d]!) return { a: x, b: x - d, exactBefore: true, exactAfter: true };
      }
      if (exact) continue;
      if (longRun && cost > MIN_COST_LIMIT) {
        const early = this.#farForward(box, cost, fLow, fHigh, start) ?? this.#farBackward(box, cost, bLow, bHigh, end);
        if (early) return early;
      }
      if (cost >= this.#costLimit) return this.#farthest(box, [fLow, fHigh], [bLow, bHigh]);
    }
  }

  /** A forward path that got much farther than it cost, and ends in a long run of equal elements. */
  #farForward({ a0, a1, b0, b1 }: Box, cost: number, low: number, high: number, middle: number): Split | undefined {
    let best = 0;
    let found: Split | undefined;
    for (let d = high; d >= low; d -= 2) {
      const x = this.#forward[this.#origin + d]!;
      const y = x - d;
      const value = x - a0 + (y - b0) - Math.abs(d - middle);
      if (value <= FAR * cost || value <= best || a0 + LONG_RUN > x || x >= a1 || b0 + LONG_RUN > y || y >= b1) continue;
      let equal = 1;
      while (equal <= LONG_RUN && this.#a[x - equal] === this.#b[y - equal]) equal++;
      if (equal <= LONG_RUN) continue;
      best = value;
      found = { a: x, b: y, exactBefore: true, exactAfter: false };
    }
    return found;
  }

  #farBackward({ a0, a1, b0, b1 }: Box, cost: number, low: number, high: number, middle: number): Split | undefined {
    let best = 0;
    let found: Split | undefined;
    for (let d = high; d >= low; d -= 2) {
      const x = this.#backward[this.#origin + d]!;
      const y = x - d;
      const value = a1 - x + (b1 - y) - Math.abs(d - middle);
      if (value <= FAR * cost || value <= best || a0 >= x || x > a1 - LONG_RUN || b0 >= y || y > b1 - LONG_RUN) continue;
      let equal = 0;
      while (equal < LONG_RUN && this.#a[x + equal] === this.#b[y + equal]) equal++;
      if (equal < LONG_RUN) continue;
      best = value;
      found = { a: x, b: y, exactBefore: false, exactAfter: true };
    }
    return found;
  }

  /** The search has cost enough: whichever side came farther says where to divide. */
  #farthest({ a0, a1, b0, b1 }: Box, [fLow, fHigh]: [number, number], [bLow, bHigh]: [number, number]): Split {
    let forwardSum = -1;
    let forwardX = -1;
    for (let d = fHigh; d >= fLow; d -= 2) {
      let x = Math.min(this.#forward[this.#origin + d]!, a1);
      let y = x - d;
      if (b1 < y) {
        x = b1 + d;
        y = b1;
      }
      if (forwardSum < x + y) {
        forwardSum = x + y;
        forwardX = x;
      }
    }
    let backwardSum = NONE;
    let backwardX = NONE;
    for (let d = bHigh; d >= bLow; d -= 2) {
      let x = Math.max(a0, this.#backward[this.#origin + d]!);
      let y = x - d;
      if (y < b0) {
        x = b0 + d;
        y = b0;
      }
      if (x + y < backwardSum) {
        backwardSum = x + y;
        backwardX = x;
      }
    }
    if (a1 + b1 - backwardSum < forwardSum - (a0 + b0)) return { a: forwardX, b: forwardSum - forwardX, exactBefore: true, exactAfter: false };
    return { a: backwardX, b: backwardSum - backwardX, exactBefore: false, exactAfter: true };
  }
}
