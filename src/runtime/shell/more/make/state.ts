/** What make knows while it runs: variables in scopes, and where it is reading. */
import type { Context } from '../../run/context.ts';

export interface Location {
  file: string;
  line: number;
}

export type Origin = 'default' | 'environment' | 'file' | 'command line' | 'override' | 'automatic';

export interface Variable {
  value: string;
  /** `=`: expanded where it is used; otherwise the value is final. */
  recursive: boolean;
  origin: Origin;
  /** Where it was set. */
  at?: Location | undefined;
  exported?: boolean;
}

/** Ends make with its own kind of message and status 2. */
export class MakeError extends Error {
  /** Without a place the message is make's own: `make: *** ...`. */
  readonly at: Location | undefined;
  constructor(message: string, at?: Location) {
    super(message);
    this.at = at;
  }
}

/** A recipe failed, or a file cannot be made; the message was printed. */
export class Failure extends Error {}

export type Scope = Map<string, Variable>;

const strength: Record<Origin, number> = { default: 0, environment: 1, file: 2, 'command line': 3, override: 4, automatic: 5 };

export class State {
  readonly ctx: Context;
  readonly global: Scope = new Map();
  /** The innermost first; the global one is not among them. */
  scopes: Scope[] = [];
  here: Location | undefined;
  exportAll = false;
  /** Names being expanded, to find a variable that contains itself. */
  readonly expanding = new Set<string>();
  /** Text of `$(eval)`, which the reader takes. */
  evaluate: (text: string) => void = () => undefined;

  constructor(ctx: Context) {
    this.ctx = ctx;
  }

  find(name: string): Variable | undefined {
    for (const scope of this.scopes) {
      const found = scope.get(name);
      if (found) return found;
    }
    return this.global.get(name);
  }

  /** Sets a variable unless a stronger origin holds it already: the command line beats the file. */
  set(name: string, value: string, { recursive = false, origin = 'file', scope = this.global }: { recursive?: boolean; origin?: Origin; scope?: Scope } = {}): void {
    const old = scope.get(name) ?? (scope === this.global ? undefined : this.global.get(name));
    if (old && strength[old.origin] > strength[origin] && old.origin !== 'automatic') return;
    const exported = scope.get(name)?.exported ?? (this.global.get(name)?.origin === 'environment' ? true : undefined);
    scope.set(name, { value, recursive, origin, at: this.here, ...(exported === undefined ? {} : { exported }) });
  }

  fail(message: string): never {
    throw new MakeError(message, this.here);
  }
}

/** Something that GNU make knows and this one does not: said plainly rather than done wrongly. */
export function unknown(state: State, what: string): never {
  return state.fail(`this make does not know ${what}`);
}
