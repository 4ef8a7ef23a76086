/** ifeq, ifneq, ifdef, ifndef, else and endif. */
import { expand, closing } from './expand.ts';
import type { State } from './state.ts';

export class Conditions {
  private readonly state: State;
  private readonly open: { active: boolean; taken: boolean; outer: boolean; last: boolean }[] = [];

  constructor(state: State) {
    this.state = state;
  }

  get active(): boolean {
    return this.open.at(-1)?.active ?? true;
  }

  /** True when the line was a condition's. */
  line(text: string, word: string | undefined): boolean {
    const { state, open } = this;
    switch (word) {
      case 'ifeq': case 'ifneq': case 'ifdef': case 'ifndef': {
        const outer = this.active;
        const holds = outer && this.test(word, text.slice(word.length).trim());
        open.push({ active: holds, taken: holds, outer, last: false });
        return true;
      }
      case 'else': {
        const top = open.at(-1);
        if (!top) return state.fail('extraneous \'else\'');
        if (top.last) return state.fail('only one \'else\' per conditional');
        const rest = text.slice(4).trim();
        const next = /^(ifn?eq|ifn?def)\b/.exec(rest)?.[1];
        top.active = top.outer && !top.taken && (next === undefined || this.test(next, rest.slice(next.length).trim()));
        if (top.active) top.taken = true;
        if (next === undefined) top.last = true;
        return true;
      }
      case 'endif':
        if (!open.pop()) return state.fail('extraneous \'endif\'');
        return true;
      default: return false;
    }
  }

  end(): void {
    if (this.open.length > 0) this.state.fail('missing \'endif\'');
  }

  private test(word: string, rest: string): boolean {
    const { state } = this;
    if (word === 'ifdef' || word === 'ifndef') return ((state.find(expand(state, rest).trim())?.value ?? '') !== '') === (word === 'ifdef');
    const [left, right] = this.sides(rest);
    return (expand(state, left) === expand(state, right)) === (word === 'ifeq');
  }

  private sides(rest: string): [string, string] {
    if (rest.startsWith('(')) {
      const end = closing(rest, 0);
      const inner = rest.slice(1, end);
      let depth = 0;
      for (let at = 0; end > 0 && at < inner.length; at++) {
        if (inner[at] === '(') depth++;
        else if (inner[at] === ')') depth--;
        else if (inner[at] === ',' && depth === 0) return [inner.slice(0, at).trimEnd(), inner.slice(at + 1).trimStart()];
      }
    }
    const quoted = /^(["'])(.*?)\1\s*(["'])(.*?)\3$/.exec(rest);
    if (!quoted) return this.state.fail('invalid syntax in conditional');
    return [quoted[2]!, quoted[4]!];
  }
}
