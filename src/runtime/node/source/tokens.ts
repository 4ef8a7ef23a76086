/**
 * A tokenizer for text that is about to be evaluated. It finds the few words the loader has to touch (`import`, `export`, `await`) without
 * building a tree: a parse of everything took most of the time of loading a graph. It knows strings, comments, templates, regular
 * expressions and brackets exactly, and says so (`Unsure`) where only a parser could tell; the caller then parses.
 */

import { CONTROL_WORDS, DECLARING, WORD_BEFORE_BLOCK, WORD_BEFORE_EXPRESSION } from './words.ts';
import { C, IN_WORD, isNewline } from './characters.ts';

/** What kind of token the scanner stands on. */
export const KIND = { END: 0, WORD: 1, PUNCTUATOR: 2, STRING: 3, NUMBER: 4, REGEX: 5, TEMPLATE: 6, TEMPLATE_HEAD: 7, TEMPLATE_TAIL: 8, PRIVATE: 9 } as const;
export type Kind = (typeof KIND)[keyof typeof KIND];

/** What an opening bracket is. */
export const BRACKET = {
  PAREN: 0, /** head of if, for, while, with, switch, catch */ CONTROL: 1, SQUARE: 2, /** statements */ BLOCK: 3, FUNCTION: 4, /** object literal or pattern */ OBJECT: 5, CLASS: 6, TEMPLATE: 7,
} as const;

export interface Bracket {
  kind: number;
  start: number;
  /** Ternaries whose colon has not come yet, inside this bracket. */
  ternaries: number;
  /** Inside an arrow function without braces, or behind one that may not have ended. */
  arrow: boolean;
  /** The same, of what is around. */
  inherited: boolean;
}

/** The text cannot be read with certainty without a parser. */
export class Unsure extends Error {}

export class Tokens {
  readonly code: string;
  readonly length: number;
  /** Where the next token is looked for. */
  at = 0;
  kind: Kind = KIND.END;
  start = 0;
  end = 0;
  /** A line ended between the token before and this one. */
  newline = false;
  /** Text of a word or punctuator; empty for other kinds. */
  text = '';
  /** The token before. */
  prevKind: Kind = KIND.END;
  prevText = '';
  prevStart = 0;
  prevEnd = 0;
  readonly brackets: Bracket[] = [];
  /** The bracket that the current token has just closed. */
  closed: Bracket | undefined;
  /** How many of the open brackets are functions' bodies. */
  functions = 0;
  private readonly bottom: Bracket = { kind: BRACKET.BLOCK, start: -1, ternaries: 0, arrow: false, inherited: false };
  /** Whether a slash would begin a regular expression. */
  private regexAllowed = true;
  /** What the paren that was just closed was for. */
  private closedControl = false;
  /** Whether `for await` came before. */
  private forAwait = false;
  /** Whether the last colon belonged to a ternary. */
  private ternaryColon = false;
  /** What `arrow` said in front of the last `=>`. */
  private arrowBefore = false;

  constructor(code: string) {
    this.code = code;
    this.length = code.length;
    if (code.startsWith('#!')) this.at = this.lineEnd(2);
  }

  get level(): Bracket {
    return this.brackets[this.brackets.length - 1] ?? this.bottom;
  }

  /** Moves on by one token. @throws Unsure */
  next(): Kind {
    this.forAwait = this.kind === KIND.WORD && this.text === 'await' && this.prevKind === KIND.WORD && this.prevText === 'for';
    this.prevKind = this.kind;
    this.prevText = this.text;
    this.prevStart = this.start;
    this.prevEnd = this.end;
    this.newline = false;
    this.closed = undefined;
    this.skipBlanks();
    this.start = this.at;
    this.text = '';
    if (this.at >= this.length) {
      this.end = this.at;
      return this.kind = KIND.END;
    }
    const c = this.code.charCodeAt(this.at);
    this.kind = this.read(c);
    this.end = this.at;
    return this.kind;
  }

  private lineEnd(from: number): number {
    let i = from;
    while (i < this.length && !isNewline(this.code.charCodeAt(i))) i++;
    return i;
  }

  private skipBlanks(): void {
    const { code, length } = this;
    for (;;) {
      const c = code.charCodeAt(this.at);
      if (c === C.SPACE || c === C.TAB) this.at++;
      else if (c === C.LF || c === C.CR) {
        this.newline = true;
        this.at++;
      } else if (c === C.SLASH) {
        const d = code.charCodeAt(this.at + 1);
        if (d === C.SLASH) this.at = this.lineEnd(this.at + 2);
        else if (d === C.STAR) {
          const close = code.indexOf('*/', this.at + 2);
          if (close < 0) throw new Unsure();
          if (!this.newline) for (let i = this.at; i < close; i++) if (isNewline(code.charCodeAt(i))) { this.newline = true; break; }
          this.at = close + 2;
        } else return;
      } else if (c > 127 || c === 11 || c === 12) {
        if (c === 0x2028 || c === 0x2029) this.newline = true;
        else if (c !== 0xfeff && c !== 0xa0 && !/\s/.test(code[this.at]!)) return;
        this.at++;
      } else return;
      if (this.at >= length) return;
    }
  }

  private read(c: number): Kind {
    if (c > 127 || IN_WORD[c] === 1) return c >= C.ZERO && c <= C.NINE ? this.number() : this.word();
    switch (c) {
      case C.QUOTE: case C.APOSTROPHE: return this.string(c);
      case C.BACKTICK:
        this.at++;
        return this.template(KIND.TEMPLATE, KIND.TEMPLATE_HEAD);
      case C.SLASH: if (this.regexAllowed) return this.regex(); break;
      case C.DOT: {
        const d = this.code.charCodeAt(this.at + 1);
        if (d >= C.ZERO && d <= C.NINE) return this.number();
        break;
      }
      case C.HASH:
        this.at++;
        this.word();
        this.regexAllowed = false;
        return KIND.PRIVATE;
      case C.BACKSLASH: throw new Unsure();
    }
    return this.punctuator(c);
  }

  private word(): Kind {
    const { code } = this;
    let i = this.at;
    for (;;) {
      const c = code.charCodeAt(i);
      if (c < 128 ? IN_WORD[c] === 1 : c === c && !/\s/.test(code[i]!)) i++;
      else {
        if (c === C.BACKSLASH) throw new Unsure();
        break;
      }
    }
    if (i === this.at) throw new Unsure();
    this.text = code.slice(this.at, i);
    this.at = i;
    // A property's name, whatever the word: no expression begins after it.
    this.regexAllowed = !this.afterDot() && (WORD_BEFORE_EXPRESSION.has(this.text) || WORD_BEFORE_BLOCK.has(this.text));
    return KIND.WORD;
  }

  /** Whether the token before is `.` or `?.`: the word is a property's name. */
  afterDot(): boolean {
    return this.prevKind === KIND.PUNCTUATOR && (this.prevText === '.' || this.prevText === '?.');
  }

  /** Whether the current word, in spite of what it says, is the name of a method or member: `async import(x) {}`. @throws Unsure */
  isMemberName(): boolean {
    const { kind } = this.level;
    if (this.prevKind === KIND.WORD) return this.prevText === 'async' || (kind === BRACKET.CLASS && /^(?:static|get|set)$/.test(this.prevText));
    if ((kind !== BRACKET.CLASS && kind !== BRACKET.OBJECT) || this.prevKind !== KIND.PUNCTUATOR || !/^[{},;*]$/.test(this.prevText)) return false;
    // What a brace after a word opens is only a guess: a block on a line of its own looks the same.
    if (kind === BRACKET.CLASS) throw new Unsure();
    return true;
  }

  private number(): Kind {
    const { code } = this;
    let i = this.at;
    for (;;) {
      const c = code.charCodeAt(i);
      if (IN_WORD[c] === 1 || c === C.DOT) i++;
      else if ((c === C.PLUS || c === C.MINUS) && /[eE]/.test(code[i - 1]!) && !/^0[xX]/.test(code.slice(this.at, this.at + 2))) i++;
      else break;
    }
    this.at = i;
    this.regexAllowed = false;
    return KIND.NUMBER;
  }

  private string(quote: number): Kind {
    const { code, length } = this;
    let i = this.at + 1;
    for (; i < length; i++) {
      const c = code.charCodeAt(i);
      if (c === quote) {
        this.at = i + 1;
        this.regexAllowed = false;
        return KIND.STRING;
      }
      if (c === C.BACKSLASH) i++;
      else if (c === C.LF || c === C.CR) break;
    }
    throw new Unsure();
  }

  /** From behind the backtick, or behind the brace that ends a substitution. */
  private template(whole: Kind, head: Kind): Kind {
    const { code, length } = this;
    for (let i = this.at; i < length; i++) {
      const c = code.charCodeAt(i);
      if (c === C.BACKTICK) {
        this.at = i + 1;
        this.regexAllowed = false;
        return whole;
      }
      if (c === C.BACKSLASH) i++;
      else if (c === C.DOLLAR && code.charCodeAt(i + 1) === C.OPEN_BRACE) {
        this.at = i + 2;
        this.open(BRACKET.TEMPLATE);
        return head;
      }
    }
    throw new Unsure();
  }

  private regex(): Kind {
    const { code, length } = this;
    let inClass = false;
    for (let i = this.at + 1; i < length; i++) {
      const c = code.charCodeAt(i);
      if (c === C.BACKSLASH) i++;
      else if (isNewline(c)) break;
      else if (c === C.OPEN_SQUARE) inClass = true;
      else if (c === C.CLOSE_SQUARE) inClass = false;
      else if (c === C.SLASH && !inClass) {
        i++;
        while (IN_WORD[code.charCodeAt(i)] === 1) i++;
        this.at = i;
        this.regexAllowed = false;
        return KIND.REGEX;
      }
    }
    throw new Unsure();
  }

  private open(kind: number): void {
    // What is inside an arrow function's expression stays inside it.
    const inherited = kind !== BRACKET.FUNCTION && this.level.arrow;
    this.brackets.push({ kind, start: this.start, ternaries: 0, arrow: inherited, inherited });
    if (kind === BRACKET.FUNCTION) this.functions++;
    this.regexAllowed = true;
  }

  private close(...kinds: number[]): Bracket {
    const top = this.brackets.pop();
    if (top === undefined || !kinds.includes(top.kind)) throw new Unsure();
    if (top.kind === BRACKET.FUNCTION) this.functions--;
    this.closed = top;
    return top;
  }

  private punctuator(c: number): Kind {
    const { code } = this;
    const one = (): Kind => {
      this.at++;
      return KIND.PUNCTUATOR;
    };
    switch (c) {
      case C.OPEN:
        this.text = '(';
        this.open(this.prevKind === KIND.WORD && (this.level.kind === BRACKET.BLOCK || this.level.kind === BRACKET.FUNCTION) && (CONTROL_WORDS.has(this.prevText) || this.forAwait) && !this.beforePrevDot() ? BRACKET.CONTROL : BRACKET.PAREN);
        return one();
      case C.CLOSE: {
        this.text = ')';
        this.closedControl = this.close(BRACKET.PAREN, BRACKET.CONTROL).kind === BRACKET.CONTROL;
        this.regexAllowed = this.closedControl;
        return one();
      }
      case C.OPEN_SQUARE:
        this.text = '[';
        this.open(BRACKET.SQUARE);
        return one();
      case C.CLOSE_SQUARE:
        this.text = ']';
        this.close(BRACKET.SQUARE);
        this.regexAllowed = false;
        return one();
      case C.OPEN_BRACE:
        this.text = '{';
        this.open(this.braceKind());
        return one();
      case C.CLOSE_BRACE: {
        const top = this.close(BRACKET.BLOCK, BRACKET.FUNCTION, BRACKET.OBJECT, BRACKET.CLASS, BRACKET.TEMPLATE);
        this.at++;
        if (top.kind === BRACKET.TEMPLATE) return this.template(KIND.TEMPLATE_TAIL, KIND.TEMPLATE_HEAD);
        this.text = '}';
        this.regexAllowed = top.kind !== BRACKET.OBJECT;
        return KIND.PUNCTUATOR;
      }
    }
    let end = this.at + 1;
    const d = code.charCodeAt(end);
    if (c === C.DOT) {
      if (d === C.DOT) end += 2;
    } else if (c === C.QUESTION) {
      if (d === C.QUESTION) end += code.charCodeAt(end + 1) === C.EQUALS ? 2 : 1;
      else if (d === C.DOT && !(code.charCodeAt(end + 1) >= C.ZERO && code.charCodeAt(end + 1) <= C.NINE)) end++;
      else this.level.ternaries++;
    } else if (c === C.COLON) {
      this.ternaryColon = this.level.ternaries > 0;
      if (this.ternaryColon) this.level.ternaries--;
    } else if (c === C.EQUALS && d === C.GREATER) {
      end++;
      this.arrowBefore = this.level.arrow;
      this.level.arrow = true;
    } else if ((c === C.PLUS || c === C.MINUS) && d === c) {
      end++;
      this.at = end;
      this.text = code.slice(this.start, end);
      // After a postfix operator comes no regular expression, before a prefix one's operand there may.
      this.regexAllowed = !(this.endsExpression() && !this.newline);
      return KIND.PUNCTUATOR;
    } else if (c === C.LESS && d === C.BANG && code.startsWith('<!--', this.at)) throw new Unsure();
    else if (c !== C.SEMICOLON && c !== C.COMMA && c !== C.TILDE && c !== C.AT) {
      // Operators of up to four characters: what matters is where they end, and whether they assign.
      while (end < this.length && end - this.at < 4) {
        const e = code.charCodeAt(end);
        if (e === C.EQUALS) end++;
        else if (e === c && (c === C.STAR || c === C.AND || c === C.OR || c === C.LESS || c === C.GREATER)) end++;
        else break;
      }
    } else if (c === C.SEMICOLON || c === C.COMMA) {
      this.level.arrow = this.level.inherited;
      if (c === C.SEMICOLON) this.level.ternaries = 0;
    }
    this.text = code.slice(this.at, end);
    this.at = end;
    this.regexAllowed = true;
    return KIND.PUNCTUATOR;
  }

  /** Whether the word before is itself a property's name (`x.if(...)`, `m.default`). */
  private beforePrevDot(): boolean {
    let i = this.prevStart - 1;
    while (i >= 0 && (this.code.charCodeAt(i) <= C.SPACE)) i--;
    return this.code.charCodeAt(i) === C.DOT && this.code.charCodeAt(i - 1) !== C.DOT;
  }

  /** Whether the token before can be the last one of an expression. */
  endsExpression(): boolean {
    switch (this.prevKind) {
      case KIND.END: case KIND.TEMPLATE_HEAD: return false;
      case KIND.WORD: return (!WORD_BEFORE_EXPRESSION.has(this.prevText) && !WORD_BEFORE_BLOCK.has(this.prevText)) || this.beforePrevDot();
      case KIND.PUNCTUATOR: return this.prevText === ')' || this.prevText === ']' || this.prevText === '}';
    }
    return true;
  }

  private braceKind(): number {
    const { prevKind, prevText } = this;
    if (prevKind === KIND.END) return BRACKET.BLOCK;
    if (prevKind === KIND.WORD) {
      if (this.beforePrevDot()) return BRACKET.BLOCK;
      if (WORD_BEFORE_BLOCK.has(prevText)) return BRACKET.BLOCK;
      if (prevText === 'static') return BRACKET.FUNCTION;
      if (WORD_BEFORE_EXPRESSION.has(prevText) || DECLARING.has(prevText)) return BRACKET.OBJECT;
      return BRACKET.CLASS;
    }
    if (prevKind !== KIND.PUNCTUATOR) return BRACKET.BLOCK;
    switch (prevText) {
      case ')': return this.closedControl ? BRACKET.BLOCK : BRACKET.FUNCTION;
      case '=>':
        // Braces after all: this arrow function's body is a bracket of its own.
        this.level.arrow = this.arrowBefore;
        return BRACKET.FUNCTION;
      case ';': case '}': return this.level.kind === BRACKET.OBJECT ? BRACKET.OBJECT : BRACKET.BLOCK;
      case ']': return BRACKET.CLASS;
      case '{': return this.level.kind === BRACKET.OBJECT ? BRACKET.OBJECT : BRACKET.BLOCK;
      // A label's or a case's colon, unless a ternary or an object literal had it.
      case ':': return !this.ternaryColon && (this.level.kind === BRACKET.BLOCK || this.level.kind === BRACKET.FUNCTION) ? BRACKET.BLOCK : BRACKET.OBJECT;
    }
    return BRACKET.OBJECT;
  }
}
