/**
 * Counted slots of a function as the ranges V8 reports of it: the passes of its `debug-coverage.cc`, which the readers of coverage (c8, Vitest, node:test) are written against.
 * A slot without an end (-1) says how often its place was passed; it becomes a range up to the next one.
 */
export interface Block { start: number; end: number; count: number }
/** What the Chrome DevTools Protocol calls a CoverageRange. */
export interface CoverageRange { startOffset: number; endOffset: number; count: number }

const OPEN = -1;

/** Visits the blocks in order with the block around each, and keeps those for which `visit` does not say false. The one visited may be changed, and the next one's start. */
function pass(whole: Block, blocks: Block[], visit: (block: Block, parent: Block, next: Block | undefined, top: boolean, previous: Block | undefined) => boolean | void): Block[] {
  const out: Block[] = [];
  const around = [whole];
  blocks.forEach((block, i) => {
    while (around.length > 1 && around.at(-1)!.end <= block.start) around.pop();
    const parent = around.at(-1)!;
    const after = blocks[i + 1];
    if (visit(block, parent, after !== undefined && after.start < parent.end ? after : undefined, around.length === 1, blocks[i - 1]) === false) return;
    out.push(block);
    around.push(block);
  });
  return out;
}

// An open end is -1, so it comes after a range that begins where it does.
const sorted = (blocks: Block[]): Block[] => blocks.sort((a, b) => a.start - b.start || b.end - a.end);

const merged = (whole: Block, blocks: Block[]): Block[] => pass(whole, blocks, (block, _parent, next) => {
  if (next === undefined || next.start !== block.end || next.count !== block.count) return;
  next.start = block.start;
  return false;
});

/** The ranges of one function, its own first. */
export function functionRanges(whole: Block, slots: readonly Block[]): CoverageRange[] {
  let blocks = sorted(slots.map((slot) => ({ ...slot })));
  // Duplicates of what is open to its end, then what begins where a range does: it would grow into the other branch of an `if`.
  blocks = blocks.filter((block, i) => {
    const next = blocks[i + 1];
    if (block.end !== OPEN || next?.start !== block.start) return true;
    next.count = Math.max(next.count, block.count);
    return false;
  });
  blocks = blocks.filter((block, i) => block.end !== OPEN || blocks[i - 1]?.start !== block.start);
  blocks = pass(whole, blocks, (block, parent, next, top) => {
    if (block.start >= whole.end) return false;
    // The closing brace of a function is never left out.
    if (block.end === OPEN) block.end = next?.start ?? (top ? parent.end - 1 : parent.end);
  });
  blocks = sorted(merged(whole, blocks));
  blocks = blocks.filter((block, i) => {
    const next = blocks[i + 1];
    if (next?.start !== block.start || next.end !== block.end) return true;
    next.count = Math.max(next.count, block.count);
    return false;
  });
  blocks = pass(whole, blocks, (block, parent) => block.count !== parent.count);
  blocks = merged(whole, blocks);
  blocks = pass(whole, blocks, (block, parent) => block.count !== 0 || parent.count !== 0);
  blocks = blocks.filter((block) => block.start !== block.end);
  return [whole, ...blocks].map(({ start, end, count }) => ({ startOffset: start, endOffset: end, count }));
}
