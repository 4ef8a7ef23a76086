/** What the tokens of a module's body say: top-level awaits, assignments, `import()` and `import.meta`, where declarations and default expressions end. */
import { Awaits, mayAwait } from '../source/awaits.ts';
import { Evals, mayEval } from '../source/evals.ts';
import { BRACKET, type Bracket, KIND, Tokens, Unsure } from '../source/tokens.ts';
import type { Node } from '../vm/acorn.ts';
import { IMPORT_NAME } from '../vm/dynamic-import.ts';
import { defaultExpression, emptySyntax, META_NAME, type ModuleSyntax } from './module-syntax.ts';

const ASSIGNS = /^(?:=|(?:\+|-|\*\*?|\/|%|<<|>>>?|&&?|\|\|?|\^|\?\?)=)$/;
const GOES_ON = new Set(['in', 'of', 'instanceof']);
const PATTERN_WORDS = /[\p{ID_Continue}$]+/gu;

/** The part that looks at every token, whatever statement it is in. */
export abstract class BodyScan {
  protected readonly code: string;
  protected readonly tokens: Tokens;
  protected readonly syntax: ModuleSyntax;
  private readonly awaits: Awaits | undefined;
  private readonly evals: Evals | undefined;
  private readonly topFunctions = new Set<string>();
  /** Names declared at the top level, as far as they were recognised. */
  protected readonly declared = new Set<string>();
  private readonly topVars = new Set<string>();
  protected directEval = false;
  /** Text of the token before the previous one, and whether the previous one was a property's name. */
  private before = '';
  private prevProperty = false;
  /** The bracket that was closed last, and the one before any token of the current run. */
  private lastClosed: Bracket | undefined;
  private prefixed = false;
  protected importAt = -1;
  /** Inside a list of declarations at the top level, and whether they are exported. */
  private list: '' | 'const' | 'let' | 'var' = '';
  protected exporting = false;
  /** Start of an `export default` expression that has not ended. */
  protected defaultStart = -1;
  /** It is a class: its body ends it, whatever follows on the line. */
  protected defaultClass = false;

  constructor(code: string, tree: () => Node) {
    this.code = code;
    this.tokens = new Tokens(code);
    this.syntax = emptySyntax(code, tree);
    this.evals = mayEval(code) ? new Evals(this.tokens, this.syntax.edits) : undefined;
    this.awaits = mayAwait(code) ? new Awaits(this.tokens, this.syntax.edits, true) : undefined;
  }

  /** An exported name: ModuleScan's. */
  protected abstract exported(name: string, local: string): void;

  protected isProperty(): boolean {
    return this.tokens.afterDot();
  }

  /** One token further, having looked at what it says about the body. */
  protected advance(): number {
    const { tokens } = this;
    this.before = tokens.prevText;
    this.prevProperty = tokens.kind === KIND.WORD && tokens.afterDot();
    if (tokens.closed !== undefined) this.lastClosed = tokens.closed;
    tokens.next();
    this.awaits?.token();
    this.evals?.token();
    if (this.defaultStart >= 0) this.endDefault();
    if (this.list !== '') this.declaration();
    if (tokens.kind === KIND.WORD) this.word();
    else if (tokens.kind === KIND.PUNCTUATOR) this.punctuator();
    return tokens.kind;
  }

  // ---- the body ----

  private word(): void {
    const { code, tokens, syntax } = this;
    const { text } = tokens;
    const property = this.isProperty();
    if (this.prefixed) {
      this.prefixed = false;
      if (!property) syntax.assigned.add(text);
    }
    this.importAt = -1;
    if (property) return;
    switch (text) {
      case 'return': if (tokens.functions === 0) throw new Unsure(); return;
      case 'import': this.importAt = tokens.isMemberName() ? -1 : tokens.start; return;
      case 'await':
        if (tokens.functions > 0) return;
        if (tokens.level.arrow || tokens.level.kind === BRACKET.CLASS || (tokens.level.kind === BRACKET.OBJECT && tokens.prevText !== ':')) throw new Unsure();
        syntax.topLevelAwait = true;
        return;
      case 'of': case 'in':
        if (tokens.level.kind === BRACKET.CONTROL && /\bfor\s*(?:await\s*)?$/.test(code.slice(Math.max(0, tokens.level.start - 20), tokens.level.start))) {
          this.assignedBefore(tokens.prevKind === KIND.WORD && this.before === '(');
        }
        return;
      case 'const': case 'let': case 'var':
        if (tokens.brackets.length === 0 && this.list === '') this.list = text;
        return;
    }
    const { prevText } = tokens;
    if (tokens.prevKind !== KIND.WORD && prevText !== '*') return;
    if (prevText === 'var' && (tokens.brackets.length > 0 || this.topVars.has(text))) syntax.assigned.add(text);
    if (tokens.brackets.length > 0) return;
    const makesFunction = prevText === 'function' || (prevText === '*' && this.before === 'function');
    // The function that a module becomes could declare such a name twice, the module may not: a parser says so.
    if (makesFunction ? this.declared.has(text) : prevText === 'var' && this.topFunctions.has(text)) throw new Unsure();
    if (prevText === 'var') this.topVars.add(text);
    if (makesFunction) this.topFunctions.add(text);
    if (prevText === 'const' || prevText === 'let' || prevText === 'var' || prevText === 'class' || makesFunction) this.declared.add(text);
  }

  private punctuator(): void {
    const { tokens, syntax } = this;
    const { text } = tokens;
    if (this.importAt >= 0) this.afterImport(text);
    const { prefixed } = this;
    this.prefixed = false;
    if (text === '.' && tokens.prevText === 'new' && tokens.functions === 0) throw new Unsure();
    if (text === '(') {
      // `++(x)`: what is in the brackets takes a parser, as with `(x) = 1` below.
      if (prefixed) throw new Unsure();
      if (tokens.prevKind === KIND.WORD && tokens.prevText === 'eval') this.directEval = true;
    } else if (text === '++' || text === '--') {
      if (tokens.prevKind === KIND.WORD && !this.prevProperty && !tokens.newline) syntax.assigned.add(tokens.prevText);
      if (tokens.prevText === ')' && !tokens.newline && this.lastClosed!.kind !== BRACKET.CONTROL) throw new Unsure();
      this.prefixed = true;
    } else if (text.endsWith('=') && ASSIGNS.test(text)) {
      this.assignedBefore(tokens.prevKind === KIND.WORD && !this.prevProperty && !this.declares());
    }
  }

  /** Whether the word before a `=` is what a declaration declares. */
  private declares(): boolean {
    const { before } = this;
    return before === 'const' || before === 'let' || before === 'var' || (this.list !== '' && before === ',' && this.tokens.brackets.length === 0);
  }

  /** Notes the assignment to the word before (`word` says that it is one), or to the names in the pattern before. */
  private assignedBefore(word: boolean): void {
    const { tokens, code } = this;
    if (word) {
      this.syntax.assigned.add(tokens.prevText);
      return;
    }
    if (tokens.prevText === ')') throw new Unsure();
    if (tokens.prevText !== ']' && tokens.prevText !== '}') return;
    const { start } = this.lastClosed!;
    const declaring = /\b(?:const|let)\s*$/.test(code.slice(Math.max(0, start - 12), start));
    const names = declaring ? this.declared : this.syntax.assigned;
    if (declaring && tokens.brackets.length > 0) return;
    for (const [name] of code.slice(start, tokens.prevEnd).matchAll(PATTERN_WORDS)) names.add(name);
    if (!declaring && /\bvar\s*$/.test(code.slice(Math.max(0, start - 12), start))) for (const [name] of code.slice(start, tokens.prevEnd).matchAll(PATTERN_WORDS)) this.declared.add(name);
  }

  private afterImport(text: string): void {
    const { code, syntax, importAt } = this;
    this.importAt = -1;
    if (text === '(') {
      syntax.usesImport = true;
      syntax.edits.push({ start: importAt, end: importAt + 'import'.length, text: IMPORT_NAME });
    } else if (text === '.') {
      if (/^import\s*\.\s*source\s*\(/.test(code.slice(importAt, importAt + 200))) {
        syntax.usesImport = true;
        syntax.edits.push({ start: importAt, end: importAt + 'import'.length, text: IMPORT_NAME });
        return;
      }
      const meta = /^import\s*\.\s*meta(?![\p{ID_Continue}$])/u.exec(code.slice(importAt, importAt + 200));
      if (meta === null || /[\n\r\u2028\u2029]/.test(meta[0])) throw new Unsure();
      if (/^\s*(?:[-+*/%&|^?<>]*=(?![=>])|\+\+|--)/.test(code.slice(importAt + meta[0].length, importAt + meta[0].length + 40))) throw new Unsure();
      syntax.usesMeta = true;
      syntax.edits.push({ start: importAt, end: importAt + meta[0].length, text: META_NAME.padEnd(meta[0].length) });
    }
  }

  /** Whether the current token, at the top level, begins a statement because a line ended. */
  private newStatement(): boolean {
    const { tokens } = this;
    if (!tokens.newline || !tokens.endsExpression()) return false;
    switch (tokens.kind) {
      case KIND.WORD: return !GOES_ON.has(tokens.text);
      case KIND.STRING: case KIND.NUMBER: case KIND.REGEX: case KIND.PRIVATE: return true;
      case KIND.PUNCTUATOR: return tokens.text === '{' || tokens.text === '@' || tokens.text === '!' || tokens.text === '~' || tokens.text === '++' || tokens.text === '--';
    }
    return false;
  }

  /** Whether the token stands at the top level, or opens a bracket there. */
  private atTop(): boolean {
    const { tokens } = this;
    return tokens.brackets.length === 0 || (tokens.brackets.length === 1 && tokens.brackets[0]!.start === tokens.start && tokens.closed === undefined);
  }

  private declaration(): void {
    const { tokens } = this;
    if (!this.atTop()) return;
    const first = tokens.prevText === this.list && tokens.prevKind === KIND.WORD;
    if (tokens.kind === KIND.END || (tokens.kind === KIND.PUNCTUATOR && tokens.text === ';') || (!first && this.newStatement())) {
      this.list = '';
      this.exporting = false;
      return;
    }
    if (!first && !(tokens.prevText === ',' && tokens.prevKind === KIND.PUNCTUATOR && tokens.brackets.length <= 1)) return;
    if (tokens.kind !== KIND.WORD) {
      // A pattern: which of its words are names takes a parser.
      if (this.exporting) throw new Unsure();
      return;
    }
    this.declared.add(tokens.text);
    if (this.list === 'var') {
      if (this.topVars.has(tokens.text)) this.syntax.assigned.add(tokens.text);
      this.topVars.add(tokens.text);
    }
    if (this.exporting) this.exported(tokens.text, tokens.text);
  }

  private endDefault(): void {
    const { tokens } = this;
    if (!this.atTop()) return;
    if (this.defaultClass) {
      if (tokens.closed === undefined || tokens.text !== '}') return;
      defaultExpression(this.syntax, this.defaultStart, tokens.end);
      this.defaultStart = -1;
      return;
    }
    const semicolon = tokens.kind === KIND.PUNCTUATOR && tokens.text === ';' && tokens.brackets.length === 0;
    if (tokens.kind !== KIND.END && !semicolon && !this.newStatement()) return;
    defaultExpression(this.syntax, this.defaultStart, tokens.prevEnd);
    this.defaultStart = -1;
  }
}
