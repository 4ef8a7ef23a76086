/**
 * Reads a module's static part off its tokens, without a parse. Where a construct is rare and its tokens do not tell enough (`Unsure`), the
 * caller parses. What is said about assignments is a safe superset: a name wrongly called mutable is read more slowly, not wrongly.
 */
import { KIND, type Kind, Unsure } from '../source/tokens.ts';
import type { Node } from '../vm/acorn.ts';
import { blank, DEFAULT_FUNCTION, DEFAULT_NAME, defaultFunction, followReexports, type ModuleSyntax, NAMESPACE, PHASE, type Request, SOURCE, type Special, requester, statementTaken } from './module-syntax.ts';
import { BodyScan } from './scan-body.ts';

/** @throws Unsure */
export function scanModule(code: string, tree: () => Node): ModuleSyntax {
  return new ModuleScan(code, tree).read();
}

class ModuleScan extends BodyScan {
  private readonly request: ReturnType<typeof requester>;
  /** The statement that the one before has already begun to read. */
  private again: (() => void) | undefined;
  constructor(code: string, tree: () => Node) {
    super(code, tree);
    this.request = requester(this.syntax);
  }

  read(): ModuleSyntax {
    const { tokens, syntax } = this;
    while (this.advance() !== KIND.END) {
      if (tokens.kind !== KIND.WORD || tokens.brackets.length !== 0 || this.isProperty()) continue;
      if (tokens.text === 'import') this.import();
      else if (tokens.text === 'export') this.export();
    }
    if (tokens.brackets.length !== 0) throw new Unsure();
    for (const local of syntax.locals.values()) {
      if (!this.declared.has(local) && !syntax.imports.has(local) && local !== DEFAULT_NAME && local !== DEFAULT_FUNCTION) throw new Unsure();
      if (this.directEval || syntax.assigned.has(local)) syntax.mutable.add(local);
    }
    followReexports(syntax);
    return syntax;
  }

  // ---- declarations ----

  protected exported(name: string, local: string): void {
    const { locals, indirect } = this.syntax;
    if (locals.has(name) || indirect.has(name)) throw new Unsure();
    locals.set(name, local);
  }

  private from(name: string, from: { request: number; name: string | Special; pos: number }): void {
    const { locals, indirect } = this.syntax;
    if (locals.has(name) || indirect.has(name)) throw new Unsure();
    indirect.set(name, from);
  }

  private at(text: string): boolean {
    return this.tokens.text === text;
  }

  private on(kind: Kind): boolean {
    return this.tokens.kind === kind;
  }

  private expect(text: string): void {
    if (!this.at(text)) throw new Unsure();
  }

  /** The current word or string as a name. */
  private name(): string {
    const { tokens, code } = this;
    if (this.on(KIND.WORD)) return tokens.text;
    if (!this.on(KIND.STRING)) throw new Unsure();
    const text = code.slice(tokens.start + 1, tokens.end - 1);
    if (text.includes('\\') || !text.isWellFormed()) throw new Unsure();
    return text;
  }

  /** From the word before the specifier to the end of the statement; returns the request. */
  private source(start: number, phase?: number): number {
    const { tokens } = this;
    if (!this.on(KIND.STRING)) throw new Unsure();
    const specifier = this.name();
    const attributes: Request['attributes'] = Object.create(null);
    let end = tokens.end;
    this.advance();
    if (this.on(KIND.WORD) && this.at('with')) {
      this.advance();
      this.expect('{');
      for (this.advance(); !this.at('}'); this.advance()) {
        if (this.at(',')) continue;
        const key = this.name();
        this.advance();
        this.expect(':');
        this.advance();
        if (!this.on(KIND.STRING) || key in attributes) throw new Unsure();
        attributes[key] = this.name();
      }
      end = tokens.end;
      this.advance();
    }
    this.finish(start, end);
    return this.request(specifier, attributes, phase);
  }

  /** The statement ends before the current token. */
  private finish(start: number, end: number): void {
    const { tokens } = this;
    if (this.on(KIND.PUNCTUATOR) && this.at(';')) {
      this.syntax.edits.push(statementTaken(this.code, start, tokens.end));
      return;
    }
    if (!this.on(KIND.END) && !tokens.newline) throw new Unsure();
    this.syntax.edits.push(statementTaken(this.code, start, end));
    // The current token begins the next statement.
    if (this.on(KIND.WORD) && tokens.brackets.length === 0) {
      if (this.at('import')) this.again = () => this.import();
      else if (this.at('export')) this.again = () => this.export();
    }
  }

  private repeat(): void {
    const { again } = this;
    this.again = undefined;
    again?.();
  }

  private specifiers(): { name: string; as: string; pos: number; string: boolean }[] {
    const { tokens } = this;
    const out: { name: string; as: string; pos: number; string: boolean }[] = [];
    for (this.advance(); !this.at('}') || !this.on(KIND.PUNCTUATOR); ) {
      const pos = tokens.start;
      const string = this.on(KIND.STRING);
      const name = this.name();
      let as = name;
      this.advance();
      if (this.on(KIND.WORD) && this.at('as')) {
        this.advance();
        as = this.name();
        this.advance();
      }
      out.push({ name, as, pos, string });
      if (this.at(',')) this.advance();
      else this.expect('}');
    }
    return out;
  }

  private imported(local: string, name: string | Special, pos: number): void {
    if (this.syntax.imports.has(local)) throw new Unsure();
    this.syntax.imports.set(local, { request: -1, name, pos });
  }

  private import(): void {
    const { tokens, syntax } = this;
    const { start } = tokens;
    this.advance();
    if (this.on(KIND.PUNCTUATOR) && (this.at('(') || this.at('.'))) return;
    this.importAt = -1;
    const before = syntax.imports.size;
    let phase: number | undefined;
    if (!this.on(KIND.STRING)) {
      if (this.on(KIND.WORD)) {
        const { text: local, start: pos } = tokens;
        this.advance();
        if (local === 'source' && this.on(KIND.WORD) && !this.at('from')) {
          phase = PHASE.SOURCE;
          this.imported(tokens.text, SOURCE, tokens.start);
          this.advance();
          this.expect('from');
        } else if (!this.at('from') && !this.at(',')) throw new Unsure();
        else this.imported(local, 'default', pos);
        if (this.at(',')) this.advance();
      }
      if (this.at('*')) {
        const pos = tokens.start;
        this.advance();
        this.expect('as');
        this.advance();
        if (!this.on(KIND.WORD)) throw new Unsure();
        this.imported(tokens.text, NAMESPACE, pos);
        this.advance();
      } else if (this.at('{')) {
        for (const { name, as, pos } of this.specifiers()) this.imported(as, name, pos);
        this.advance();
      }
      this.expect('from');
      this.advance();
    }
    const request = this.source(start, phase);
    let i = 0;
    for (const from of syntax.imports.values()) if (i++ >= before) from.request = request;
    this.repeat();
  }

  private export(): void {
    const { tokens, code, syntax } = this;
    const { start } = tokens;
    this.advance();
    if (this.at('*')) {
      this.advance();
      let as: string | undefined;
      if (this.at('as')) {
        this.advance();
        as = this.name();
        this.advance();
      }
      this.expect('from');
      this.advance();
      const request = this.source(start);
      if (as === undefined) syntax.stars.push(request);
      else this.from(as, { request, name: NAMESPACE, pos: start });
      return this.repeat();
    }
    if (this.at('{')) {
      const list = this.specifiers();
      const { end } = tokens;
      this.advance();
      if (this.on(KIND.WORD) && this.at('from')) {
        this.advance();
        const request = this.source(start);
        for (const { name, as, pos } of list) this.from(as, { request, name, pos });
      } else {
        for (const { name, as, string } of list) {
          if (string) throw new Unsure();
          this.exported(as, name);
        }
        this.finish(start, end);
      }
      return this.repeat();
    }
    if (!this.on(KIND.WORD)) throw new Unsure();
    switch (tokens.text) {
      case 'const': case 'let': case 'var':
        syntax.edits.push(blank(code, start, tokens.start));
        this.exporting = true;
        return;
      case 'function': case 'class': case 'async':
        syntax.edits.push(blank(code, start, tokens.start));
        this.exported(...this.declaredName());
        return;
      case 'default': return this.default(start);
    }
    throw new Unsure();
  }

  /** Moves to the name of the function or class the current word begins. */
  private declaredName(): [string, string] {
    const { tokens } = this;
    if (this.at('async')) {
      this.advance();
      this.expect('function');
    }
    this.advance();
    if (this.at('*')) this.advance();
    if (!this.on(KIND.WORD)) throw new Unsure();
    return [tokens.text, tokens.text];
  }

  private default(start: number): void {
    const { tokens, code, syntax } = this;
    this.advance();
    const from = tokens.start;
    const head = /^(?:async[ \t]+)?function\b\s*\*?\s*([\p{ID_Continue}$]*)|^class\b\s*([\p{ID_Continue}$]*)/u.exec(code.slice(from, from + 300));
    if (!this.on(KIND.WORD) || head === null) {
      this.beginDefault(start);
      return;
    }
    const name = head[1] ?? head[2]!;
    if (name !== '' && name !== 'extends') {
      this.advance();
      while (tokens.text !== name && !this.on(KIND.END)) this.advance();
      this.declared.add(name);
      syntax.edits.push(blank(code, start, from));
      this.exported('default', name);
    } else if (head[1] !== undefined) {
      if (syntax.locals.has('default')) throw new Unsure();
      defaultFunction(syntax, start, from);
    } else {
      this.defaultClass = true;
      this.beginDefault(start);
    }
  }

  private beginDefault(start: number): void {
    if (this.syntax.locals.has('default') || this.defaultStart >= 0) throw new Unsure();
    this.defaultStart = start;
    this.syntax.locals.set('default', DEFAULT_NAME);
  }
}
