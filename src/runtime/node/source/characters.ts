/** Code units the tokenizer looks for. */
export const C = {
  TAB: 9, LF: 10, CR: 13, SPACE: 32, BANG: 33, QUOTE: 34, HASH: 35, DOLLAR: 36, PERCENT: 37, AND: 38, APOSTROPHE: 39, OPEN: 40, CLOSE: 41, STAR: 42,
  PLUS: 43, COMMA: 44, MINUS: 45, DOT: 46, SLASH: 47, ZERO: 48, NINE: 57, COLON: 58, SEMICOLON: 59, LESS: 60, EQUALS: 61, GREATER: 62, QUESTION: 63, AT: 64,
  OPEN_SQUARE: 91, BACKSLASH: 92, CLOSE_SQUARE: 93, CARET: 94, UNDERSCORE: 95, BACKTICK: 96, OPEN_BRACE: 123, OR: 124, CLOSE_BRACE: 125, TILDE: 126,
} as const;

/** 1: may be part of a word. */
export const IN_WORD = new Uint8Array(128);
for (let c = 0; c < 128; c++) if (/[\w$]/.test(String.fromCharCode(c))) IN_WORD[c] = 1;

/** A line terminator of the language. */
export const isNewline = (c: number): boolean => c === C.LF || c === C.CR || c === 0x2028 || c === 0x2029;
