/** Which pattern rule makes a file that has no recipe of its own. */
import type { Pattern, Recipe, Rules } from './rules.ts';
import { dirPart, fill, notdirPart, stem } from './words.ts';

export interface Implicit {
  stem: string;
  needs: string[];
  order: string[];
  recipe: Recipe;
  /** Needs that a further pattern rule has to make first and that nobody asked for. */
  steps: Map<string, Implicit>;
  /** Other files that the same recipe makes. */
  also: string[];
}

const MAX_CHAIN = 8;

/** The rule with the shortest stem whose needs are there or can be made; rules that need no steps in between come first. */
export function findImplicit(rules: Rules, name: string, exists: (file: string) => boolean, used: readonly Pattern[] = []): Implicit | undefined {
  const fits = rules.patterns.flatMap((pattern, at) => {
    if (used.includes(pattern) || pattern.recipe.lines.length === 0) return [];
    return pattern.targets.flatMap((one) => {
      // A pattern without a slash is matched against the name without its folder, which is put back afterwards.
      const folder = one.includes('/') || !name.includes('/') ? '' : dirPart(name);
      const part = stem(one, folder === '' ? name : notdirPart(name));
      return part === undefined || part === '' ? [] : [{ pattern, at, part, folder }];
    });
  }).sort((a, b) => a.part.length - b.part.length || a.at - b.at);
  for (const chained of [false, true]) {
    if (chained && used.length >= MAX_CHAIN) return undefined;
    for (const { pattern, part, folder } of fits) {
      // A rule that matches anything would lead to itself through every other.
      if (chained && pattern.targets.every((target) => target === '%')) continue;
      const put = (text: string): string => (text.includes('%') ? folder + fill(text, part) : text);
      const needs = pattern.needs.map(put);
      const steps = new Map<string, Implicit>();
      const possible = needs.every((need) => {
        if (exists(need) || rules.mentioned.has(need) || rules.phony.has(need)) return true;
        const step = chained ? findImplicit(rules, need, exists, [...used, pattern]) : undefined;
        if (step) steps.set(need, step);
        return step !== undefined;
      });
      if (!possible) continue;
      for (const need of steps.keys()) if (rules.precious.has(need) || rules.allSecondary) steps.delete(need);
      return { stem: folder + part, needs, order: pattern.order.map(put), recipe: pattern.recipe, steps, also: pattern.targets.map(put).filter((one) => one !== name) };
    }
  }
  return undefined;
}
