/** Rules as they were read. */
import type { Location, Scope } from './state.ts';

export interface RecipeLine {
  text: string;
  at: Location;
}

export interface Recipe {
  lines: RecipeLine[];
  at: Location;
}

/** What all explicit rules together say about one file. */
export interface Target {
  name: string;
  needs: string[];
  /** Made before, but never a reason to make the target again. */
  order: string[];
  recipe: Recipe | undefined;
  /** What `$*` is, from a static pattern rule. */
  stem: string | undefined;
}

export interface Pattern {
  targets: string[];
  needs: string[];
  order: string[];
  recipe: Recipe;
}

export class Rules {
  readonly targets = new Map<string, Target>();
  patterns: Pattern[] = [];
  /** Variables of a target, or of targets that match a pattern. */
  readonly scopes: { pattern: string; scope: Scope }[] = [];
  readonly phony = new Set<string>();
  readonly precious = new Set<string>();
  readonly silent = new Set<string>();
  readonly ignored = new Set<string>();
  allSilent = false;
  allIgnored = false;
  allSecondary = false;
  deleteOnError = false;
  oneShell = false;
  /** Names that the makefile mentions: such files are never intermediate. */
  readonly mentioned = new Set<string>();
  goal: string | undefined;
  suffixes = ['.out', '.a', '.ln', '.o', '.c', '.cc', '.C', '.cpp', '.p', '.f', '.F', '.r', '.y', '.l', '.s', '.S', '.mod', '.sym', '.def', '.h', '.info', '.dvi', '.tex', '.texinfo', '.texi', '.txinfo', '.w', '.ch', '.web', '.sh', '.elc', '.el'];
  read: ReadRule[] = [];

  target(name: string): Target {
    let found = this.targets.get(name);
    if (!found) this.targets.set(name, found = { name, needs: [], order: [], recipe: undefined, stem: undefined });
    return found;
  }
}

/** One explicit rule for one target, in the order of reading. */
export interface ReadRule {
  target: Target;
  needs: string[];
  order: string[];
  recipe: Recipe;
  stem: string | undefined;
}

/** Puts together what several rules say about a target: the needs of the one with the recipe come first, and a second recipe replaces the first with a warning. */
export function combine(rules: Rules, warn: (text: string) => void): void {
  for (const { target, needs, order, recipe, stem } of rules.read) {
    const has = recipe.lines.length > 0;
    if (has && target.recipe) {
      const [now, old] = [recipe.lines[0]!.at, target.recipe.lines[0]!.at];
      warn(`${now.file}:${now.line}: warning: overriding recipe for target '${target.name}'\n`);
      warn(`${old.file}:${old.line}: warning: ignoring old recipe for target '${target.name}'\n`);
    }
    if (has) {
      target.recipe = recipe;
      target.stem = stem;
      target.needs.unshift(...needs);
    } else {
      target.needs.push(...needs);
    }
    target.order.push(...order);
  }
  rules.read = [];
}
