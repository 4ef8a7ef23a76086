/** Reads the first line of a rule: targets, prerequisites, and a recipe behind a semicolon. */
import { glob } from '../../expand/glob.ts';
import { hasGlob } from '../../expand/pattern.ts';
import { assign, assignment } from './assign.ts';
import { closing, expand } from './expand.ts';
import type { Recipe, Rules } from './rules.ts';
import { type State, unknown } from './state.ts';
import { fill, split, stem } from './words.ts';

/** Where the recipe lines that follow go. */
export function readRule(state: State, rules: Rules, line: string): Recipe | 'none' {
  const at = state.here!;
  const semicolon = outside(line, ';');
  const uncommented = (text: string): string => text.replace(/(?<!\\)#.*$/s, '').replaceAll('\\#', '#');
  const colonRaw = outside(line, ':');
  const comment = outside(line, '#');
  const cut = semicolon >= 0 && colonRaw >= 0 && semicolon > colonRaw && (comment < 0 || comment > semicolon) ? semicolon : -1;
  const head = uncommented(cut < 0 ? line : line.slice(0, cut));
  const own = /^([^:]*(?:\$\([^()]*\)[^:]*)*?):(?!:)\s*(.*)$/s.exec(head);
  const variable = own && assignment(own[2]!.trim());
  if (own && variable) {
    for (const name of split(expand(state, own[1]!))) targetVariable(state, rules, name, variable);
    return 'none';
  }
  const text = expand(state, head);
  const colon = text.indexOf(':');
  if (text.trim() === '') return 'none';
  if (colon < 0) state.fail('missing separator');
  if (text[colon + 1] === ':') unknown(state, 'double-colon rules');
  if (text[colon - 1] === '&') unknown(state, 'grouped targets');
  const targets = names(state, text.slice(0, colon));
  const rest = text.slice(colon + 1);
  // Only after its names were expanded it may turn out to set a variable.
  const late = assignment(rest.trim());
  if (late) {
    for (const name of targets) targetVariable(state, rules, name, late);
    return 'none';
  }
  const recipe: Recipe = { lines: [], at };
  if (cut >= 0) recipe.lines.push({ text: line.slice(cut + 1).trimStart(), at });
  const second = rest.indexOf(':');
  const pattern = second >= 0 ? rest.slice(0, second).trim() : undefined;
  const [needsText, orderText] = (second >= 0 ? rest.slice(second + 1) : rest).split('|', 2);
  const [needs, order] = [names(state, needsText ?? ''), names(state, orderText ?? '')];
  for (const name of [...targets, ...needs]) if (/\(.*\)$/.test(name)) unknown(state, 'members of archives');
  if (targets.length === 0) return 'none';

  const special = targets.filter((name) => /^\.[A-Z_]+$/.test(name));
  if (special.length > 0) {
    for (const name of special) specialTarget(state, rules, name, needs);
    return recipe;
  }
  if (pattern === undefined && targets.some((name) => name.includes('%'))) {
    if (!targets.every((name) => name.includes('%'))) state.fail('mixed implicit and normal rules');
    addPattern(rules, { targets, needs, order, recipe });
    return recipe;
  }
  for (const name of targets) {
    const suffix = pattern === undefined && needs.length === 0 ? suffixRule(rules, name) : undefined;
    if (suffix) {
      addPattern(rules, { ...suffix, order: [], recipe });
      continue;
    }
    const part = pattern === undefined ? undefined : stem(pattern, name);
    if (pattern !== undefined && part === undefined) {
      state.ctx.err(`${at.file}:${at.line}: target '${name}' doesn't match the target pattern\n`);
      continue;
    }
    const filled = (list: string[]): string[] => (part === undefined ? list : list.map((need) => fill(need, part)));
    explicit(rules, name, filled(needs), filled(order), recipe, part);
  }
  return recipe;
}

/** The recipe may still be empty: whether it replaces another is only known when the whole file was read, so the newer one is kept aside until it has lines. */
function explicit(rules: Rules, name: string, needs: string[], order: string[], recipe: Recipe, part: string | undefined): void {
  const target = rules.target(name);
  rules.mentioned.add(name);
  for (const need of [...needs, ...order]) rules.mentioned.add(need);
  rules.read.push({ target, needs, order, recipe, stem: part });
  if (rules.goal === undefined && (!name.startsWith('.') || name.includes('/'))) rules.goal = name;
}

/** A pattern rule replaces an older one with the same targets and needs; without a recipe it only takes that away. */
function addPattern(rules: Rules, pattern: Rules['patterns'][number]): void {
  const same = (a: string[], b: string[]): boolean => a.join('\n') === b.join('\n');
  rules.patterns = rules.patterns.filter((old) => !(same(old.targets, pattern.targets) && same(old.needs, pattern.needs)));
  rules.patterns.push(pattern);
}

function targetVariable(state: State, rules: Rules, pattern: string, variable: NonNullable<ReturnType<typeof assignment>>): void {
  let entry = rules.scopes.find((one) => one.pattern === pattern);
  if (!entry) rules.scopes.push(entry = { pattern, scope: new Map() });
  assign(state, variable, entry.scope);
}

function specialTarget(state: State, rules: Rules, name: string, needs: string[]): void {
  switch (name) {
    case '.PHONY': for (const need of needs) rules.phony.add(need); break;
    case '.PRECIOUS': case '.SECONDARY': case '.NOTINTERMEDIATE':
      if (needs.length === 0) rules.allSecondary = true;
      for (const need of needs) rules.precious.add(need);
      break;
    case '.INTERMEDIATE': for (const need of needs) rules.mentioned.delete(need); break;
    case '.SILENT': if (needs.length === 0) rules.allSilent = true; for (const need of needs) rules.silent.add(need); break;
    case '.IGNORE': if (needs.length === 0) rules.allIgnored = true; for (const need of needs) rules.ignored.add(need); break;
    case '.DELETE_ON_ERROR': rules.deleteOnError = true; break;
    case '.ONESHELL': rules.oneShell = true; break;
    case '.SUFFIXES': rules.suffixes = needs.length === 0 ? [] : [...rules.suffixes, ...needs]; break;
    case '.NOTPARALLEL': case '.POSIX': case '.EXPORT_ALL_VARIABLES': if (name === '.EXPORT_ALL_VARIABLES') state.exportAll = true; break;
    default: unknown(state, `'${name}'`);
  }
}

/** `.c.o` is `%.o: %.c`, and `.c` is `%: %.c`, for suffixes that make knows. */
function suffixRule(rules: Rules, name: string): { targets: string[]; needs: string[] } | undefined {
  if (!name.startsWith('.') || name.includes('/')) return undefined;
  if (rules.suffixes.includes(name)) return { targets: ['%'], needs: [`%${name}`] };
  for (const from of rules.suffixes) if (name.startsWith(from) && rules.suffixes.includes(name.slice(from.length))) return { targets: [`%${name.slice(from.length)}`], needs: [`%${from}`] };
  return undefined;
}

/** File names, with wildcards replaced by what there is; those that match nothing stay. */
function names(state: State, text: string): string[] {
  return split(text).flatMap((word) => {
    const name = word.replace(/^(\.\/)+(?=.)/, '');
    if (!hasGlob(name)) return [name];
    const found = glob(state.ctx.sys, name, { dotglob: false, globstar: false, nocase: false });
    return found.length > 0 ? found : [name];
  });
}

function outside(text: string, wanted: string): number {
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '$' && (text[at + 1] === '(' || text[at + 1] === '{')) {
      const end = closing(text, at + 1);
      if (end < 0) return -1;
      at = end;
    } else if (text[at] === wanted && text[at - 1] !== '\\') return at;
  }
  return -1;
}
