/** Words to fields: the expansions in the order the standard gives. */
import type { Part, Script, Word } from '../language/ast.ts';
import { evaluate, ArithError, type ArithVariables } from './arith.ts';
import { expandBraces } from './braces.ts';
import { type Field, Fields } from './fields.ts';
import { glob } from './glob.ts';
import { compilePattern, hasGlob } from './pattern.ts';
import { expandParam, lookup } from './parameters.ts';
import { ExpansionError, type Shell } from '../run/shell.ts';

/** What expansions need from the interpreter (which imports this folder). */
export interface Substitution {
  /** Output of a command, without its last newlines. */
  output(shell: Shell, body: Script): string;
  /** A path whose file gives the command's output. */
  file(shell: Shell, body: Script, direction: '<' | '>'): string;
}

export class Expander {
  readonly shell: Shell;
  private readonly substitution: Substitution;
  /** Set when a command substitution ran: an assignment takes its status. */
  substituted = false;

  constructor(shell: Shell, substitution: Substitution) {
    this.shell = shell;
    this.substitution = substitution;
  }

  /** All fields of all words, with splitting and pathname expansion. */
  words(words: readonly Word[]): string[] {
    const out: string[] = [];
    for (const word of words) this.fields(word, out);
    return out;
  }

  private fields(word: Word, out: string[]): void {
    const first = word[0];
    if (word.length === 1 && first!.t === 'text' && !/[~{*?[\\]|[@!+]\(/.test(first!.s)) {
      out.push(first!.s);
      return;
    }
    const variants = this.shell.has('braceexpand') ? expandBraces(word) : [word];
    for (const variant of variants) {
      const fields = new Fields(this.shell.ifs());
      this.into(variant, fields, false, true);
      fields.end();
      for (const field of fields.done) this.paths(field, out);
    }
  }

  private paths(field: Field, out: string[]): void {
    const { shell } = this;
    if (!shell.has('noglob') && hasGlob(field.pattern)) {
      const found = glob(shell.sys, field.pattern, { dotglob: shell.shopt.has('dotglob'), globstar: shell.shopt.has('globstar'), nocase: shell.shopt.has('nocaseglob') });
      if (found.length > 0) {
        out.push(...found);
        return;
      }
      if (shell.shopt.has('failglob')) throw new ExpansionError(`no match: ${field.plain}`, false);
      if (shell.shopt.has('nullglob')) return;
    }
    out.push(field.plain);
  }

  /** One string: no splitting, no pathnames. */
  string(word: Word, tilde: 'assignment' | 'word' | 'none' = 'word'): string {
    const fields = new Fields('');
    this.into(word, fields, false, tilde !== 'none', tilde === 'assignment', true);
    fields.end();
    return fields.done.map((f) => f.plain).join(' ');
  }

  /** As a pattern: what was quoted stands for itself. */
  pattern(word: Word): string {
    const fields = new Fields('');
    this.into(word, fields, false, true, false, true);
    fields.end();
    return fields.done.map((f) => f.pattern).join(' ');
  }

  /** As an extended regular expression: what was quoted stands for itself. */
  regex(word: Word): string {
    return word.map((part) => (part.t === 'quoted' || part.t === 'double' ? this.string([part]).replace(/[\\^$.*+?()[\]{}|]/g, '\\$&') : this.string([part]))).join('');
  }

  matches(text: string, word: Word): boolean {
    return compilePattern(this.pattern(word), { ignoreCase: this.shell.shopt.has('nocasematch') }).test(text);
  }

  /** `joined`: fields of `$@` become one, separated by blanks. */
  into(word: Word, out: Fields, quoted: boolean, tilde: boolean, colons = false, joined = false): void {
    for (let i = 0; i < word.length; i++) {
      const part = word[i]!;
      if (part.t === 'text' && tilde && !quoted && part.s.includes('~')) this.tilde(part.s, out, i === 0, colons, i === word.length - 1);
      else this.part(part, out, quoted, joined);
    }
  }

  private part(part: Part, out: Fields, quoted: boolean, joined: boolean): void {
    switch (part.t) {
      case 'text':
        if (quoted) out.quoted(part.s);
        else out.literal(part.s);
        return;
      case 'quoted':
        out.quoted(part.s);
        return;
      case 'double': {
        // "$@" without parameters makes no field at all.
        if (!(part.parts.length === 1 && isAt(part.parts[0]!))) out.quoted('');
        for (const inner of part.parts) this.part(inner, out, true, joined);
        return;
      }
      case 'param':
        expandParam(this, part, out, quoted, joined);
        return;
      case 'command':
        this.substituted = true;
        this.value(this.substitution.output(this.shell, part.body), out, quoted);
        return;
      case 'arith':
        this.value(String(this.arith(this.string(part.expr, 'none'))), out, quoted);
        return;
      case 'process':
        out.quoted(this.substitution.file(this.shell, part.body, part.direction));
    }
  }

  value(text: string, out: Fields, quoted: boolean): void {
    if (quoted) out.quoted(text);
    else out.split(text);
  }

  private tilde(text: string, out: Fields, first: boolean, colons: boolean, last: boolean): void {
    const pieces = colons ? text.split(/(?<=:)/) : [text];
    pieces.forEach((piece, i) => {
      const match = (first || i > 0) ? /^~([^/:]*)(?=[/:]|$)/.exec(piece) : null;
      const ends = match !== null && match[0].length === piece.length;
      const home = match && (!ends || last || i < pieces.length - 1) ? this.home(match[1]!) : null;
      if (home === null || match === null) out.literal(piece);
      else {
        out.quoted(home);
        out.literal(piece.slice(match[0].length));
      }
    });
  }

  private home(user: string): string | null {
    const { vars } = this.shell;
    if (user === '') return vars.get('HOME') ?? '/home';
    if (user === '+') return vars.get('PWD') ?? null;
    if (user === '-') return vars.get('OLDPWD') ?? null;
    return user === (vars.get('USER') ?? 'user') ? (vars.get('HOME') ?? '/home') : null;
  }

  arith(text: string): bigint {
    try {
      return evaluate(text, this.arithVariables);
    } catch (e) {
      if (e instanceof ArithError) throw new ExpansionError(e.message, false);
      throw e;
    }
  }

  private readonly arithVariables: ArithVariables = {
    get: (name, index) => {
      const { shell } = this;
      const value = index === null ? lookup(shell, name) : shell.vars.find(name)?.list?.get(this.key(name, index)) ?? (this.key(name, index) === '0' ? shell.vars.get(name) : undefined);
      const known = index !== null && shell.vars.find(name)?.unset === false;
      if (value === undefined && !known && shell.has('nounset')) throw new ExpansionError(`${name}: unbound variable`);
      return value ?? '';
    },
    set: (name, index, value) => {
      if (index === null) this.shell.vars.set(name, value);
      else this.shell.vars.setElement(name, this.key(name, index), value);
    },
  };

  /** The key of an array element for a subscript's text. */
  key(name: string, subscript: string): string {
    const variable = this.shell.vars.find(name);
    if (variable?.assoc) return subscript;
    let n = this.arith(subscript);
    if (n < 0n) {
      const keys = this.shell.vars.keys(name);
      n += BigInt(keys.length === 0 ? 0 : Number(keys[keys.length - 1]) + 1);
      if (n < 0n) throw new ExpansionError(`${name}[${subscript}]: bad array subscript`, false);
    }
    return String(n);
  }
}

function isAt(part: Part): boolean {
  if (part.t !== 'param' || part.form === 'length') return false;
  const index = part.index?.[0];
  return part.name === '@' || (index?.t === 'text' && index.s === '@');
}
