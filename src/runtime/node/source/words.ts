/** Words of the language by what may follow them. */

/** An expression does. */
export const WORD_BEFORE_EXPRESSION: ReadonlySet<string> = new Set([
  'return', 'typeof', 'instanceof', 'in', 'of', 'new', 'delete', 'void', 'throw', 'case', 'yield', 'await', 'extends', 'default',
]);
/** A block does. */
export const WORD_BEFORE_BLOCK: ReadonlySet<string> = new Set(['else', 'do', 'try', 'catch', 'finally']);
/** A condition in parentheses does, and a statement after that. */
export const CONTROL_WORDS: ReadonlySet<string> = new Set(['if', 'for', 'while', 'with', 'switch', 'catch']);
/** A name or a pattern does. */
export const DECLARING: ReadonlySet<string> = new Set(['const', 'let', 'var', 'import', 'export']);
