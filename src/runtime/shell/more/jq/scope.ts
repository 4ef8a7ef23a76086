/** What a running jq program is made of, apart from the machine that runs it. */
import type { Definition, Node } from './ast.ts';
import type { Json } from './values.ts';

/** A value, with its path where paths are asked for: null where they are not, 'none' for a value that lies at no path. */
export interface Item { value: Json; path: Json[] | null | 'none' }

/** The machine as functions see it. */
export interface Runner {
  readonly host: Host;
  values(node: Node, scope: Scope, input: Json): Generator<Json, void, undefined>;
  paths(node: Node, scope: Scope, input: Json): Generator<Json[], void, undefined>;
  run(node: Node, scope: Scope, input: Item): Results;
  iterate(of: Item): Results;
}

/** A function that is not written in the language itself. */
export type Native = (machine: Runner, args: Node[], scope: Scope, input: Item) => Results;

export type Results = Generator<Item, void, undefined>;

/** Names in scope: variables, functions, and closures handed to a function. */
export type Scope =
  | { t: 'variable'; name: string; value: Json; next: Scope }
  | { t: 'function'; definition: Definition; next: Scope }
  | { t: 'closure'; name: string; body: Node; scope: Scope; next: Scope }
  | null;

/** Leaves a `label`. */
export class Break extends Error {
  readonly code = 'EBREAK';
  readonly label: object;
  constructor(label: object) {
    super('break');
    this.label = label;
  }
}

/** What a program takes from outside. */
export interface Host {
  /** The next input; undefined when there is none. */
  next(): Json | undefined;
  environment: Json;
  debug(value: Json): void;
  stderr(text: string): void;
  location(): Json;
  /** Definitions written in the language itself, by `name/count`. */
  library: ReadonlyMap<string, Definition>;
  natives: ReadonlyMap<string, Native>;
  named: Json;
}

export class Halt extends Error {
  readonly code = 'EHALT';
  readonly status: number;
  readonly value: Json | undefined;
  constructor(status: number, value?: Json) {
    super('halt');
    this.status = status;
    this.value = value;
  }
}

/** A result that lies at no path of the input. */
export function fresh(input: Item, value: Json): Item {
  return { value, path: input.path === null ? null : value === null && input.path !== 'none' && input.value === null ? input.path : 'none' };
}
