/** The shell's syntax tree: plain data, because a subshell started as a process gets its part of the tree as JSON. */

export type Part =
  | { t: 'text'; s: string }
  | { t: 'quoted'; s: string }
  | { t: 'double'; parts: Part[] }
  | Param
  | { t: 'command'; body: Script }
  | { t: 'arith'; expr: Word }
  | { t: 'process'; direction: '<' | '>'; body: Script };

/** `${...}` in all its forms; `$x` is one without operator. */
export interface Param {
  t: 'param';
  name: string;
  /** Subscript of an array, `@` and `*` included. */
  index?: Word;
  form?: 'length' | 'indirect' | 'keys' | 'prefix';
  op?: string;
  arg?: Word;
  arg2?: Word;
}

export type Word = Part[];

export interface Redirect {
  op: '<' | '>' | '>>' | '>|' | '<>' | '<&' | '>&' | '&>' | '&>>' | '<<' | '<<<';
  /** Left number, or null for the operator's own default. */
  fd: number | null;
  /** `{name}>`: the variable that gets the number of a free descriptor, or holds the one to close. */
  variable?: string;
  target: Word;
}

export interface Assignment {
  name: string;
  index?: Word;
  append: boolean;
  value?: Word;
  /** `name=(...)`. */
  items?: { key?: Word; value: Word }[];
}

interface Base { line: number; redirects: Redirect[] }
export interface Simple extends Base { t: 'simple'; assigns: Assignment[]; words: Word[]; /** Arguments of declare, local, export... that are assignments, by word position. */ declared?: { [position: number]: Assignment } }
export interface Subshell extends Base { t: 'subshell'; body: Script }
export interface Group extends Base { t: 'group'; body: Script }
export interface If extends Base { t: 'if'; arms: { test: Script; body: Script }[]; otherwise?: Script }
export interface For extends Base { t: 'for'; name: string; words: Word[] | null; body: Script }
export interface Select extends Base { t: 'select'; name: string; words: Word[] | null; body: Script }
export interface Coproc extends Base { t: 'coproc'; name: string; body: Command }
export interface ArithFor extends Base { t: 'arith-for'; init: Word; test: Word; step: Word; body: Script }
export interface While extends Base { t: 'while'; until: boolean; test: Script; body: Script }
export interface Case extends Base { t: 'case'; word: Word; arms: { patterns: Word[]; body: Script; end: ';;' | ';&' | ';;&' }[] }
export interface FunctionDef extends Base { t: 'function'; name: string; body: Command; source: string }
export interface Cond extends Base { t: 'cond'; test: CondExpr }
export interface ArithCommand extends Base { t: 'arith-command'; expr: Word }

export type Command = Simple | Subshell | Group | If | For | Select | Coproc | ArithFor | While | Case | FunctionDef | Cond | ArithCommand;

export type CondExpr =
  | { t: 'not'; of: CondExpr }
  | { t: 'and' | 'or'; left: CondExpr; right: CondExpr }
  | { t: 'unary'; op: string; word: Word }
  | { t: 'binary'; op: string; left: Word; right: Word }
  | { t: 'word'; word: Word };

export interface Pipeline { negate: boolean; timed: boolean | 'posix'; stages: Command[]; /** Text of each stage. */ sources?: string[] }
export interface AndOr { first: Pipeline; rest: { op: '&&' | '||'; pipeline: Pipeline }[]; background: boolean; source: string }
export interface Script { items: AndOr[] }

/** The text of a word that is one unquoted literal, else null: what reserved words, aliases and names have to be. */
export function plainText(word: Word): string | null {
  return word.length === 1 && word[0]!.t === 'text' ? word[0]!.s : null;
}
