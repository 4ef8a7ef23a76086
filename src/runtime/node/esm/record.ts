/** Module records after ECMA-262: resolution of exports, linking, and the environment a module's body runs in. */
import type { Internal, NodeRuntime } from '../runtime.ts';
import { awaitValue } from '../await-context.ts';
import { mayEval } from '../source/evals.ts';
import { evalText } from '../source/script.ts';
import { IMPORT_NAME } from '../vm/dynamic-import.ts';
import { linkError } from './syntax-error.ts';
import { makeNamespace } from './namespace.ts';
import { type Access, type Body, DEFAULT_NAME, type From, type Getters, type ModuleSyntax, NAMESPACE, PHASE, type Setters, SOURCE, type Special } from './module-syntax.ts';
import { withReferences } from './references.ts';
import { IMPORTS, render } from './render.ts';

export const STATUS = { UNLINKED: 0, LINKING: 1, LINKED: 2, EVALUATING: 3, EVALUATED: 4, ERRORED: 5 } as const;

/** What an export name leads to: a binding of one module, or a module's namespace. */
export interface Resolution { module: ModuleRecord; exported: string | Special }
/** The way so far; `cycle` when it came back to where it had been, at the module requested as `where`. */
type Seen = [ModuleRecord, string][] & { cycle?: boolean; where?: string };
export const AMBIGUOUS = Symbol('ambiguous');

export interface Capability { promise: Promise<unknown>; resolve(value: unknown): void; reject(reason: unknown): void }

export interface Hooks {
  mport(record: ModuleRecord): unknown;
  meta(record: ModuleRecord): object;
  /** Evaluation steps of a synthetic module. */
  synthetic(record: ModuleRecord): void;
  /** For a module of a `vm` context. */
  evaluate?: ((text: string) => unknown) | undefined;
}

export class ModuleRecord {
  readonly rt: NodeRuntime;
  readonly url: string;
  readonly syntax: ModuleSyntax | null;
  /** Export names of a synthetic module. */
  readonly names: readonly string[];
  readonly hooks: Hooks;
  links: ModuleRecord[] | null = null;
  status: number = STATUS.UNLINKED;
  error: unknown;
  /** What `import source` of it gives. */
  source: object | undefined;
  // State of the specification's graph algorithms.
  index = 0;
  ancestor = 0;
  cycleRoot: ModuleRecord | null = null;
  /** Order of asynchronous evaluation: 0 none, -1 done. */
  asyncOrder = 0;
  pendingAsync = 0;
  asyncParents: ModuleRecord[] = [];
  capability: Capability | null = null;
  asyncGraph = false;
  /** Position of the last top-level await that was begun. */
  waitsAt: number | undefined;

  private cells = new Map<string, unknown>();
  private getters: Getters | null = null;
  private body: Body | null = null;
  /** Imported names that are no variables of the body: they are read from `imports` each time. */
  private readonly live = new Set<string>();
  private readonly imports: Internal = Object.create(null);
  private generator: Iterator<unknown> | AsyncIterator<unknown> | null = null;
  private defaultHolder: { default: unknown } | null = null;
  private space: object | null = null;
  /** Setters of variables in importing modules, by name exported here: a synthetic module's values can change later. */
  private readonly listeners = new Map<string, ((value: unknown) => void)[]>();
  private readonly waitingSetters: { from: ModuleRecord; exported: string; local: string }[] = [];

  constructor(rt: NodeRuntime, url: string, source: ModuleSyntax | readonly string[], hooks: Hooks) {
    this.rt = rt;
    this.url = url;
    this.hooks = hooks;
    if (Array.isArray(source)) {
      this.syntax = null;
      this.names = source as readonly string[];
      this.links = [];
      for (const name of this.names) this.cells.set(name, undefined);
    } else {
      this.syntax = source as ModuleSyntax;
      this.names = [];
    }
  }

  get synthetic(): boolean {
    return this.syntax === null;
  }

  get hasTopLevelAwait(): boolean {
    return this.syntax?.topLevelAwait ?? false;
  }

  /** The modules that are linked and run with it: not those whose source alone it imports. */
  get needed(): ModuleRecord[] {
    const { syntax, links } = this;
    return syntax?.usesSource ? links!.filter((_, i) => syntax.requests[i]!.phase !== PHASE.SOURCE) : links!;
  }

  /** @throws SyntaxError for a module that has none */
  sourceObject(): object {
    if (this.source === undefined) throw Object.assign(new SyntaxError(`Source phase import object is not defined for module '${this.url}'`), { code: 'ERR_SOURCE_PHASE_NOT_DEFINED' });
    return this.source;
  }

  // ---- exports ----

  exportedNames(seen = new Set<ModuleRecord>()): string[] {
    if (seen.has(this)) return [];
    seen.add(this);
    if (this.syntax === null) return [...this.names];
    const out = new Set([...this.syntax.locals.keys(), ...this.syntax.indirect.keys()]);
    for (const star of this.syntax.stars) for (const name of this.links![star]!.exportedNames(seen)) if (name !== 'default') out.add(name);
    return [...out];
  }

  resolveExport(name: string, seen: Seen = []): Resolution | typeof AMBIGUOUS | null {
    if (this.syntax === null) return this.cells.has(name) ? { module: this, exported: name } : null;
    if (seen.some(([module, exported]) => module === this && exported === name)) {
      seen.cycle = true;
      return null;
    }
    seen.push([this, name]);
    const { locals, indirect, stars } = this.syntax;
    if (locals.has(name)) return { module: this, exported: name };
    const from = indirect.get(name);
    if (from !== undefined) return this.follow(from, seen);
    if (name === 'default') return null;
    let found: Resolution | null = null;
    for (const star of stars) {
      const resolution = this.links![star]!.resolveExport(name, seen);
      // A circle among star exports is no error: it only leads nowhere.
      seen.cycle = false;
      if (resolution === AMBIGUOUS) return AMBIGUOUS;
      if (resolution === null) continue;
      if (found === null) found = resolution;
      else if (!sameBinding(found, resolution)) return AMBIGUOUS;
    }
    return found;
  }

  private follow({ request, name }: From, seen: Seen = []): Resolution | typeof AMBIGUOUS | null {
    const module = this.links![request]!;
    if (typeof name === 'symbol') return { module, exported: name };
    const resolution = module.resolveExport(name, seen);
    if (seen.cycle) seen.where ??= this.syntax!.requests[request]!.specifier;
    return resolution;
  }

  /** Local name behind an exported one, to tell two names of one binding from two bindings. */
  localOf(exported: string): string {
    return this.syntax?.locals.get(exported) ?? exported;
  }

  /** Current value of an own export; ReferenceError before its declaration ran. */
  read(exported: string): unknown {
    if (this.syntax === null) return this.cells.get(exported);
    const getter = this.getters?.[exported];
    if (getter === undefined) throw new ReferenceError(`Cannot access '${exported}' before initialization`);
    return getter();
  }

  /** Whether an own export keeps its value once this module has been evaluated. */
  private keeps(exported: string): boolean {
    return this.syntax !== null && !this.syntax.mutable.has(this.localOf(exported));
  }

  setExport(name: string, value: unknown): void {
    if (!this.cells.has(name)) throw new ReferenceError(`Export '${name}' is not defined in module`);
    this.cells.set(name, value);
    for (const set of this.listeners.get(name) ?? []) set(value);
  }

  namespace(): object {
    if (this.space === null) {
      const readers = new Map<string, () => unknown>();
      for (const name of this.exportedNames().sort()) {
        const resolution = this.resolveExport(name);
        if (resolution !== null && resolution !== AMBIGUOUS) readers.set(name, readerOf(resolution));
      }
      this.space = makeNamespace(this.rt.native.Proxy, readers);
      this.rt.moduleNamespaces.add(this.space);
    }
    return this.space;
  }

  // ---- linking ----

  /** InitializeEnvironment's checks: every import and re-export leads somewhere. */
  checkImports(): void {
    const { syntax } = this;
    if (syntax === null) return;
    const check = ({ request, name, pos }: From, resolution: Resolution | typeof AMBIGUOUS | null, seen: Seen): void => {
      if (resolution !== null && resolution !== AMBIGUOUS) return;
      if (seen.cycle) throw linkError(this.rt, `Detected cycle while resolving name '${name as string}' in '${seen.where}'`, syntax.code, this.url, pos);
      const what = resolution === null ? 'does not provide an export named' : 'contains conflicting star exports for name';
      throw linkError(this.rt, `The requested module '${syntax.requests[request]!.specifier}' ${what} '${name as string}'`, syntax.code, this.url, pos);
    };
    for (const [exported, from] of syntax.indirect) {
      const seen: Seen = [];
      if (from.name === SOURCE) this.links![from.request]!.sourceObject();
      else if (from.name !== NAMESPACE) check(from, this.resolveExport(exported, seen), seen);
    }
    for (const from of syntax.imports.values()) {
      const seen: Seen = [];
      if (from.name === SOURCE) this.links![from.request]!.sourceObject();
      else if (from.name !== NAMESPACE) check(from, this.follow(from, seen), seen);
    }
  }

  /** Compiles the body and makes its bindings reachable. `inCycle`: others may use them before it has run. */
  initialize(inCycle: boolean): void {
    const { syntax } = this;
    if (syntax === null) return;
    const access = new Map<string, Access>();
    for (const [local, from] of syntax.imports) {
      const resolution = this.follow(from) as Resolution;
      access.set(local, this.accessTo(local, resolution, inCycle));
      Object.defineProperty(this.imports, local, {
        get: readerOf(resolution),
        set() {
          throw new TypeError('Assignment to constant variable.');
        },
        enumerable: true,
      });
      if (access.get(local) === 'live') this.live.add(local);
      if (access.get(local) === 'variable') this.waitingSetters.push({ from: resolution.module, exported: resolution.exported as string, local });
    }
    const { early } = syntax;
    const expected = early !== undefined && !inCycle && [...access].every(([local, how]) => early.access.get(local) === how);
    this.body = expected ? early.body : render(syntax, { access, hoists: inCycle, url: this.url, evaluate: this.hooks.evaluate });
    if (inCycle) {
      this.generator = this.bound()() as Iterator<unknown>;
      void this.generator.next();
    }
  }

  private accessTo(local: string, { module, exported }: Resolution, inCycle: boolean): Access {
    if (inCycle) return 'live';
    if (typeof exported === 'symbol') return 'constant';
    if (module.keeps(exported)) return 'constant';
    // What CommonJS and JSON export is set once, when the module is evaluated.
    if (module.synthetic && module.url.startsWith('file:') && !this.syntax!.assigned.has(local)) return 'constant';
    // A builtin tells about changes; a variable cannot hold a name that the importing module assigns to (that must throw).
    return module.synthetic && !this.syntax!.assigned.has(local) ? 'variable' : 'live';
  }

  /** The body with its arguments. */
  private bound(): () => unknown {
    const { syntax, hooks } = this;
    const carried = awaitValue(this.rt);
    return this.body!.run.bind(
      undefined,
      (getters: Getters, setters: Setters) => {
        this.getters = getters;
        for (const { from, exported, local } of this.waitingSetters) {
          const list = from.listeners.get(exported) ?? [];
          from.listeners.set(exported, list);
          list.push(setters[local]!);
        }
      },
      this.imports,
      syntax!.usesImport || mayEval(syntax!.code) ? hooks.mport(this) : undefined,
      syntax!.usesMeta ? hooks.meta(this) : undefined,
      (holder: { default: unknown }) => {
        this.defaultHolder = holder;
      },
      () => {
        if (this.defaultHolder === null) throw new ReferenceError("Cannot access 'default' before initialization");
        return this.defaultHolder.default;
      },
      carried,
      (position: number, value: unknown) => {
        this.waitsAt = position;
        return carried(value);
      },
      evalText(this.rt, IMPORT_NAME, this.live.size === 0 ? undefined : (text) => withReferences(this.rt, this.live, IMPORTS, text)),
    );
  }

  /** What runs the body, with no frame of ours between. With top-level await the promise it returns settles with the body; else what it returns means nothing. */
  prepared(): () => unknown {
    if (this.syntax === null) return () => this.hooks.synthetic(this);
    const { generator } = this;
    this.generator = null;
    return generator === null ? this.bound() : generator.next.bind(generator) as () => unknown;
  }
}

export function readerOf({ module, exported }: Resolution): () => unknown {
  if (exported === SOURCE) return () => module.sourceObject();
  return exported === NAMESPACE ? () => module.namespace() : () => module.read(exported);
}

function sameBinding(a: Resolution, b: Resolution): boolean {
  if (a.module !== b.module) return false;
  if (typeof a.exported === 'symbol' || typeof b.exported === 'symbol') return a.exported === b.exported;
  const local = a.module.localOf(a.exported);
  return local === b.module.localOf(b.exported) && (local !== DEFAULT_NAME || a.exported === b.exported);
}
