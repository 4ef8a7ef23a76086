/** Syntax tree of awk programs. */
export type Expr =
  | { t: 'number'; v: number }
  | { t: 'string'; v: string }
  | { t: 'regex'; v: string }
  | { t: 'var'; name: string }
  | { t: 'field'; of: Expr }
  | { t: 'index'; name: string; keys: Expr[] }
  | { t: 'assign'; op: string; target: Expr; value: Expr }
  | { t: 'conditional'; test: Expr; yes: Expr; no: Expr }
  | { t: 'binary'; op: string; left: Expr; right: Expr }
  | { t: 'and' | 'or'; left: Expr; right: Expr }
  | { t: 'match'; negate: boolean; left: Expr; right: Expr }
  | { t: 'in'; keys: Expr[]; name: string }
  | { t: 'unary'; op: string; of: Expr }
  | { t: 'step'; op: '++' | '--'; prefix: boolean; target: Expr }
  | { t: 'call'; name: string; args: Expr[] }
  | { t: 'getline'; target: Expr | null; kind: 'main' | 'file' | 'command'; from: Expr | null }
  | { t: 'group'; items: Expr[] };

export interface Redirection { kind: '>' | '>>' | '|'; to: Expr }

export type Stmt =
  | { t: 'block'; body: Stmt[] }
  | { t: 'if'; test: Expr; yes: Stmt; no: Stmt | null }
  | { t: 'while'; test: Expr; body: Stmt }
  | { t: 'do'; test: Expr; body: Stmt }
  | { t: 'for'; init: Stmt | null; test: Expr | null; step: Stmt | null; body: Stmt }
  | { t: 'for-in'; name: string; array: string; body: Stmt }
  | { t: 'print'; args: Expr[]; to: Redirection | null }
  | { t: 'printf'; args: Expr[]; to: Redirection | null }
  | { t: 'expr'; e: Expr }
  | { t: 'next' | 'nextfile' | 'break' | 'continue' }
  | { t: 'exit' | 'return'; value: Expr | null }
  | { t: 'delete'; name: string; keys: Expr[] | null };

export interface Rule { kind: 'begin' | 'end' | 'pattern'; from: Expr | null; to: Expr | null; body: Stmt | null }
export interface Program { rules: Rule[]; functions: Map<string, { params: string[]; body: Stmt }> }

export class AwkError extends Error {
  readonly code = 'EAWK';
}
