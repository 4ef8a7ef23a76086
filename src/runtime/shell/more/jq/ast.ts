/** Syntax tree of jq's language. */

export type Pattern =
  | { t: 'var'; name: string }
  | { t: 'array'; items: Pattern[] }
  | { t: 'object'; entries: { key: Node; variable?: string; value?: Pattern }[] };

export interface Definition { name: string; params: string[]; body: Node }

export type Node =
  | { t: 'identity' }
  | { t: 'recurse' }
  | { t: 'literal'; value: null | boolean | number | string }
  | { t: 'format'; name: string }
  | { t: 'string'; parts: (string | Node)[]; format: string | null }
  | { t: 'index'; of: Node; key: Node }
  | { t: 'slice'; of: Node; from: Node | null; to: Node | null }
  | { t: 'iterate'; of: Node }
  | { t: 'try'; body: Node; handler: Node | null }
  | { t: 'array'; body: Node | null }
  | { t: 'object'; entries: { key: Node; value: Node }[] }
  | { t: 'negate'; of: Node }
  | { t: 'pipe'; left: Node; right: Node }
  | { t: 'comma'; left: Node; right: Node }
  | { t: 'binary'; op: '+' | '-' | '*' | '/' | '%' | '==' | '!=' | '<' | '<=' | '>' | '>='; left: Node; right: Node }
  | { t: 'logic'; op: 'and' | 'or'; left: Node; right: Node }
  | { t: 'alternative'; left: Node; right: Node }
  | { t: 'assign'; op: string; left: Node; right: Node }
  | { t: 'if'; test: Node; then: Node; otherwise: Node | null }
  | { t: 'reduce'; source: Node; pattern: Pattern; init: Node; update: Node }
  | { t: 'foreach'; source: Node; pattern: Pattern; init: Node; update: Node; extract: Node | null }
  | { t: 'bind'; source: Node; patterns: Pattern[]; body: Node }
  | { t: 'define'; definition: Definition; body: Node }
  | { t: 'label'; name: string; body: Node }
  | { t: 'break'; name: string }
  | { t: 'call'; name: string; args: Node[] }
  | { t: 'variable'; name: string }
  | { t: 'location'; line: number };
