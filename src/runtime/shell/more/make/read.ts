/** Reads makefiles: variables, conditionals, includes and rules. */
import { decode } from '../../text.ts';
import { SysError } from '../../../abi/errno.ts';
import { errorText } from '../../errors.ts';
import { glob } from '../../expand/glob.ts';
import { hasGlob } from '../../expand/pattern.ts';
import { assign, assignment } from './assign.ts';
import { expand } from './expand.ts';
import { Conditions } from './conditions.ts';
import { readRule } from './read-rule.ts';
import type { Recipe, Rules } from './rules.ts';
import { MakeError, type State, unknown } from './state.ts';
import { split } from './words.ts';

export class Reader {
  readonly state: State;
  readonly rules: Rules;
  /** Every makefile that was read, for `MAKEFILE_LIST`. */
  readonly files: string[] = [];
  /** Included files that are not there; a rule may make them. */
  readonly missing: { name: string; optional: boolean; said: string }[] = [];
  /** Where recipe lines go: the rule read last, or nothing when it was skipped. */
  recipe: Recipe | 'none' | undefined = undefined;

  constructor(state: State, rules: Rules) {
    this.state = state;
    this.rules = rules;
    state.evaluate = (text) => {
      const { here } = state;
      const recipe = this.recipe;
      this.text(text, here?.file ?? 'Makefile', here?.line);
      this.recipe = recipe;
      state.here = here;
    };
  }

  file(name: string): void {
    const { state } = this;
    const bytes = state.ctx.sys.readFile(name);
    this.files.push(name);
    state.set('MAKEFILE_LIST', ` ${this.files.join(' ')}`);
    this.text(decode(bytes), name);
  }

  /** `line` is that of an `$(eval)`, whose text has no lines of its own. */
  text(text: string, file: string, line?: number): void {
    const { state } = this;
    const lines = text.replace(/\r\n/g, '\n').split('\n');
    if (lines.at(-1) === '') lines.pop();
    const conditions = new Conditions(state);
    this.recipe = undefined;
    for (let at = 0; at < lines.length; at++) {
      const first = at;
      const here = { file, line: line ?? first + 1 };
      let whole = lines[at]!;
      while (continues(whole) && at + 1 < lines.length) whole += `\n${lines[++at]!}`;
      state.here = here;
      const recipe = this.recipe as Reader['recipe'];
      if (whole.startsWith('\t') && recipe !== undefined) {
        if (conditions.active && recipe !== 'none') recipe.lines.push({ text: whole.slice(1).replace(/\n\t/g, '\n'), at: here });
        continue;
      }
      const joined = whole.replace(/[ \t]*\\\n[ \t]*/g, ' ');
      const plain = withoutComment(joined);
      const word = /^[ \t]*(-?[A-Za-z]+)(?=[ \t(]|$)/.exec(plain)?.[1];
      if (conditions.line(plain.trim(), word)) continue;
      if (word === 'define') {
        at = this.define(lines, first, plain, conditions.active);
        continue;
      }
      if (!conditions.active || plain.trim() === '') continue;
      if (joined.startsWith('\t') && !assignment(plain.trim())) state.fail('recipe commences before first target');
      this.line(joined, plain);
    }
    state.here = { file, line: line ?? lines.length + 1 };
    conditions.end();
  }

  private line(whole: string, plain: string): void {
    const { state } = this;
    const text = plain.trimStart();
    const found = assignment(text);
    if (found) {
      this.recipe = undefined;
      return void assign(state, found);
    }
    const [word, rest] = [/^\S+/.exec(text)![0], text.replace(/^\S+\s*/, '')];
    switch (word) {
      case 'include': case '-include': case 'sinclude': return this.include(rest, word !== 'include');
      case 'export': case 'unexport': return this.export(rest, word === 'export');
      case 'undefine': return void state.global.delete(expand(state, rest).trim());
      case 'vpath': case 'load': return unknown(state, `'${word}'`);
    }
    this.recipe = readRule(state, this.rules, whole.trimStart());
  }

  private define(lines: string[], first: number, plain: string, active: boolean): number {
    const { state } = this;
    const head = /^\s*define\s+(\S+?)\s*(\+=|:=|::=|\?=|!=|=)?\s*$/.exec(plain);
    if (!head) state.fail('empty variable name');
    const body: string[] = [];
    let depth = 1;
    let at = first + 1;
    for (; at < lines.length; at++) {
      if (/^ *define\b/.test(lines[at]!)) depth++;
      if (/^ *endef\b/.test(lines[at]!) && --depth === 0) break;
      body.push(lines[at]!);
    }
    if (depth > 0) throw new MakeError('missing \'endef\', unterminated \'define\'', { file: state.here!.file, line: first + 1 });
    if (active) assign(state, { name: head![1]!, operator: head![2] ?? '=', value: body.join('\n'), modifiers: [] });
    this.recipe = undefined;
    return at;
  }

  private include(rest: string, optional: boolean): void {
    const { state } = this;
    const { here } = state;
    for (const word of split(expand(state, rest))) {
      const found = hasGlob(word) ? glob(state.ctx.sys, word, { dotglob: false, globstar: false, nocase: false }) : [word];
      for (const name of found.length > 0 ? found : [word]) {
        try {
          this.file(name);
        } catch (e) {
          if (!(e instanceof SysError)) throw e;
          this.missing.push({ name, optional, said: `${here!.file}:${here!.line}: ${name}: ${errorText(e)}` });
        }
        state.here = here;
      }
    }
    this.recipe = undefined;
  }

  private export(rest: string, on: boolean): void {
    const { state } = this;
    this.recipe = undefined;
    if (rest.trim() === '') {
      state.exportAll = on;
      return;
    }
    for (const name of split(expand(state, rest))) {
      const variable = state.global.get(name);
      if (variable) variable.exported = on;
      else if (on) state.global.set(name, { value: '', recursive: false, origin: 'file', exported: true });
    }
  }
}

/** An odd number of backslashes at the end takes the next line along. */
function continues(line: string): boolean {
  return /\\*$/.exec(line)![0].length % 2 === 1;
}

function withoutComment(line: string): string {
  for (let at = line.indexOf('#'); at >= 0; at = line.indexOf('#', at + 1)) {
    if (line[at - 1] !== '\\') return line.slice(0, at).replaceAll('\\#', '#');
  }
  return line.replaceAll('\\#', '#');
}

