import { describe, expect, it } from 'vitest';
import { itemCounts, items } from './items.ts';
import type { Seed } from './items.ts';

describe('the list of what the documents promise', () => {
  it('has every item of the five documents once', () => {
    expect(new Set(items.map((item) => item.id)).size).toBe(items.length);
    const counts: Record<string, number> = {};
    for (const { seed } of items) counts[seed] = (counts[seed] ?? 0) + 1;
    expect(counts).toEqual(itemCounts satisfies Record<Seed, number>);
    expect(items).toHaveLength(174);
  });
});
