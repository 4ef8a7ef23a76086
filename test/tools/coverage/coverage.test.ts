import { describe, expect, it } from 'vitest';
import { itemCounts, items } from './items.ts';
import type { Seed } from './items.ts';
import { gaps, scanSources } from './scan.ts';

describe('the list of what the documents promise', () => {
  it('has every item of the five documents once', () => {
    expect(new Set(items.map((item) => item.id)).size).toBe(items.length);
    const counts: Record<string, number> = {};
    for (const { seed } of items) counts[seed] = (counts[seed] ?? 0) + 1;
    expect(counts).toEqual(itemCounts satisfies Record<Seed, number>);
    expect(items).toHaveLength(174);
  });

  it('is proven, item by item, and no test names an item that there is none of', () => {
    const found = scanSources();
    expect(found.size).toBeGreaterThan(10);
    expect(gaps(new Set([...found.values()].flat()))).toEqual({ unproven: [], unknown: [] });
  });

  it('shows what is missing', () => {
    const all = new Set(items.map((item) => item.id));
    expect(gaps(new Set([...all].filter((id) => id !== 'S1.read_file').concat('S9.x', 'S1.none')))).toEqual({ unproven: ['S1.read_file'], unknown: ['S9.x', 'S1.none'] });
  });
});
