/** Brings targets up to date, one after the other. */
import { SysError } from '../../../abi/errno.ts';
import type { Recipe, Rules } from './rules.ts';
import { findImplicit, type Implicit } from './implicit.ts';
import { runRecipe } from './recipe.ts';
import type { MakeOptions } from './options.ts';
import { Failure, type Scope, type State } from './state.ts';
import { dirPart, notdirPart, stem } from './words.ts';

/** Newer than any file: what was made and is no file, or a recipe that was only printed. */
const NEW = Infinity;
/** There is no such file. */
const NONE = -Infinity;

interface Done {
  ok: boolean;
  mtime: number;
}

export class Builder {
  readonly state: State;
  readonly rules: Rules;
  readonly options: MakeOptions;
  readonly name: string;
  /** Recipe lines that were started. */
  commands = 0;
  /** With -q: something would have to be done. */
  outdated = false;
  private readonly done = new Map<string, Done>();
  private readonly active = new Set<string>();
  private readonly intermediate: string[] = [];
  /** Targets that failed because of what they need. */
  private readonly held = new Set<string>();

  constructor(state: State, rules: Rules, options: MakeOptions, name: string) {
    this.state = state;
    this.rules = rules;
    this.options = options;
    this.name = name;
  }

  /** One goal of the command line. Returns false when it failed and make goes on. */
  goal(name: string): boolean {
    const before = this.commands;
    const ok = this.update(name, undefined);
    if (!ok) {
      if (this.held.has(name)) this.say(`Target '${name}' not remade because of errors.`);
      return false;
    }
    if (this.commands === before && !this.options.silent && !this.options.question && !this.outdated) {
      const none = this.rules.phony.has(name) || !this.recipeOf(name);
      this.state.ctx.out(`${this.name}: ${none ? `Nothing to be done for '${name}'.` : `'${name}' is up to date.`}\n`);
    }
    return true;
  }

  /** Files that were only steps on the way go again. */
  cleanUp(): void {
    const gone = this.intermediate.filter((name) => this.mtime(name) !== NONE);
    if (gone.length === 0) return;
    if (!this.options.silent) this.state.ctx.out(`rm ${gone.join(' ')}\n`);
    for (const name of gone) this.state.ctx.sys.unlink(name);
  }

  update(name: string, parent: string | undefined): boolean {
    const seen = this.done.get(name);
    if (seen) return seen.ok;
    this.active.add(name);
    const { state } = this;
    const scopes = state.scopes;
    state.scopes = [...this.rules.scopes.filter(({ pattern }) => (pattern.includes('%') ? stem(pattern, name) !== undefined : pattern === name)).map(({ scope }) => scope).reverse(), ...scopes];
    try {
      const ok = this.make(name, parent);
      if (!this.done.has(name)) this.done.set(name, { ok, mtime: this.mtime(name) });
      return ok;
    } finally {
      state.scopes = scopes;
      this.active.delete(name);
    }
  }

  private recipeOf(name: string): Recipe | undefined {
    return this.rules.targets.get(name)?.recipe ?? this.implicit(name)?.recipe;
  }

  private implicit(name: string): Implicit | undefined {
    const target = this.rules.targets.get(name);
    if (target?.recipe || this.rules.phony.has(name)) return undefined;
    return findImplicit(this.rules, name, (file) => this.mtime(file) !== NONE);
  }

  private make(name: string, parent: string | undefined): boolean {
    const { rules, options } = this;
    const target = rules.targets.get(name);
    const implicit = this.implicit(name);
    const phony = rules.phony.has(name);
    const own = phony ? NONE : this.mtime(name);
    if (!target && !implicit && !phony && own === NONE) {
      const said = `No rule to make target '${name}'${parent === undefined ? '' : `, needed by '${parent}'`}.`;
      this.say(`*** ${said}${options.keepGoing ? '' : '  Stop.'}`);
      if (!options.keepGoing) throw new Failure();
      return false;
    }
    const needs = [...(implicit?.needs ?? []), ...(target?.needs ?? [])];
    const order = [...(implicit?.order ?? []), ...(target?.order ?? [])];
    const recipe = target?.recipe ?? implicit?.recipe;

    let ok = true;
    const dropped = new Set<string>();
    const steps: string[] = [];
    for (const need of [...needs, ...order]) {
      if (this.active.has(need)) {
        this.say(`Circular ${name} <- ${need} dependency dropped.`);
        dropped.add(need);
      } else if (implicit?.steps.has(need) && own !== NONE && !options.always && this.mtime(need) === NONE) {
        // Only made when the target has to be: its own needs tell whether that is so.
        steps.push(need);
        ok = this.update(implicit.steps.get(need)!.needs[0]!, need) && ok;
      } else {
        if (implicit?.steps.has(need) && this.mtime(need) === NONE) this.intermediate.push(need);
        ok = this.update(need, name) && ok;
      }
    }
    if (!ok) {
      this.held.add(name);
      return false;
    }
    const left = needs.filter((need) => !dropped.has(need));
    const age = (need: string): number => (steps.includes(need) ? this.age(implicit!.steps.get(need)!.needs[0]!) : this.age(need));
    const newer = left.filter((need) => own === NONE || age(need) === NONE || age(need) > own);
    if (own !== NONE && newer.length === 0 && !(options.always && recipe)) return true;
    for (const step of steps) {
      this.intermediate.push(step);
      if (!this.update(step, name)) return false;
    }
    if (!recipe) {
      this.done.set(name, { ok: true, mtime: own === NONE ? NEW : own });
      return true;
    }
    const changed = options.always ? left : newer;
    ok = this.run(name, recipe, { needs: left, order: order.filter((need) => !dropped.has(need)), changed, stem: target?.recipe ? target.stem : implicit?.stem });
    const now = phony || options.dry ? NONE : this.mtime(name);
    this.done.set(name, { ok, mtime: now === NONE ? NEW : now });
    for (const other of implicit?.also ?? []) if (!this.done.has(other)) this.done.set(other, { ok, mtime: this.mtime(other) === NONE ? NEW : this.mtime(other) });
    return ok;
  }

  private run(name: string, recipe: Recipe, values: { needs: string[]; order: string[]; changed: string[]; stem: string | undefined }): boolean {
    const { state, rules } = this;
    const unique = (list: readonly string[]): string[] => [...new Set(list)];
    const needs = unique(values.needs);
    const first = values.needs[0] ?? '';
    const guessed = rules.suffixes.find((suffix) => name.endsWith(suffix) && name.length > suffix.length);
    const automatic: [string, string[]][] = [
      ['@', [name]], ['<', first === '' ? [] : [first]], ['^', needs], ['+', values.needs], ['?', unique(values.changed)], ['|', unique(values.order).filter((need) => !needs.includes(need))],
      ['*', [values.stem ?? (guessed === undefined ? '' : name.slice(0, -guessed.length))]], ['%', []],
    ];
    const scope: Scope = new Map();
    const put = (key: string, value: string): void => void scope.set(key, { value, recursive: false, origin: 'automatic' });
    for (const [key, list] of automatic) {
      put(key, list.join(' '));
      put(`${key}D`, list.filter((word) => word !== '').map((word) => dirPart(word).replace(/(.)\/$/, '$1')).join(' '));
      put(`${key}F`, list.map(notdirPart).join(' '));
    }
    const scopes = state.scopes;
    state.scopes = [scope, ...scopes];
    try {
      return runRecipe(this, name, recipe);
    } finally {
      state.scopes = scopes;
    }
  }

  private age(name: string): number {
    return this.done.get(name)?.mtime ?? this.mtime(name);
  }

  mtime(name: string): number {
    try {
      return this.state.ctx.sys.stat(name, true)[11];
    } catch (e) {
      if (!(e instanceof SysError)) throw e;
      return NONE;
    }
  }

  say(text: string): void {
    this.state.ctx.err(`${this.name}: ${text}\n`);
  }
}
