/** What the static part of an ES module says: its requests, imports and exports, and what the evaluator has to know about its body. */
import type { Edit, Node } from '../vm/acorn.ts';

/** Stands for `import.meta`; as long as that. */
export const META_NAME = '$importmeta';
/** Local name of a default export that has no name of its own. */
export const DEFAULT_NAME = '*default*';
/** Name of the variable an anonymous default function gets. */
export const DEFAULT_FUNCTION = '$default';
/** Follows that name, so that the function's text can be shown without both. */
export const DEFAULT_MARK = '/*$d*/';
/** In place of an exported name: the module's namespace object, and what `import source` gives. */
export const NAMESPACE = Symbol('namespace');
export const SOURCE = Symbol('source');
export type Special = typeof NAMESPACE | typeof SOURCE;
/** Of a request, in the numbers of Node's binding. */
export const PHASE = { SOURCE: 1, EVALUATION: 2 } as const;

export interface Request { specifier: string; attributes: { [name: string]: string }; phase: number }
/** `pos`: where the name stands in the text, for the error when nobody exports it. */
export interface From { request: number; name: string | Special; pos: number }

export interface ModuleSyntax {
  code: string;
  /** The parsed text: made when somebody asks. */
  tree(): Node;
  requests: Request[];
  /** By local name. */
  imports: Map<string, From>;
  /** Exported name to local name. */
  locals: Map<string, string>;
  indirect: Map<string, From>;
  /** Requests of `export * from`. */
  stars: number[];
  /** Whether it imports the source of a module, which is neither linked nor run for that. */
  usesSource: boolean;
  /** Local names whose value may change after their declaration ran (a safe superset). */
  mutable: Set<string>;
  /** Names assigned anywhere, whatever their scope. */
  assigned: Set<string>;
  topLevelAwait: boolean;
  usesMeta: boolean;
  usesImport: boolean;
  /** Edits every rendering needs: declarations without their import and export words. None of them changes line numbers. */
  edits: Edit[];
  hasDefaultFunction: boolean;
  /** The body, compiled before it was known what its imports are: right if they turn out to be as expected. */
  early?: { body: Body; access: ReadonlyMap<string, Access> };
}

/** How an imported name reaches the body: `constant` and `variable` are read once, before the body runs (a variable's setter is registered); `live` is read at every use. */
export type Access = 'constant' | 'variable' | 'live';

export interface Body {
  /** Called with the parts below; returns what the kind of function returns (nothing, a promise, a generator). */
  run: (
    register: (getters: Getters, setters: Setters) => void, imports: object, mport: unknown, meta: object | undefined,
    setDefault: (holder: { default: unknown }) => void, getDefault: () => unknown, awaitValue: (value: unknown) => unknown, awaitTop: (position: number, value: unknown) => unknown,
    evalText: (text: unknown) => unknown,
  ) => unknown;
}
export type Getters = { [exported: string]: () => unknown };
export type Setters = { [local: string]: (value: unknown) => void };

export function emptySyntax(code: string, tree: () => Node): ModuleSyntax {
  const edits = code.startsWith('#!') ? [{ start: 0, end: 2, text: '//' }] : [];
  return {
    code, tree, requests: [], imports: new Map(), locals: new Map(), indirect: new Map(), stars: [], usesSource: false, mutable: new Set(), assigned: new Set(),
    topLevelAwait: false, usesMeta: false, usesImport: false, edits, hasDefaultFunction: false,
  };
}

/** Returns the index of a request; equal ones share it. */
export function requester(syntax: ModuleSyntax): (specifier: string, attributes: Request['attributes'], phase?: number) => number {
  const known = new Map<string, number>();
  return (specifier, attributes, phase = PHASE.EVALUATION) => {
    const key = JSON.stringify([specifier, Object.entries(attributes).sort(), phase]);
    if (phase === PHASE.SOURCE) syntax.usesSource = true;
    let index = known.get(key);
    if (index === undefined) {
      index = syntax.requests.push({ specifier, attributes, phase }) - 1;
      known.set(key, index);
    }
    return index;
  };
}

/** What is imported and exported again is an export of the other module. */
export function followReexports({ imports, locals, indirect }: ModuleSyntax): void {
  for (const [exported, local] of [...locals]) {
    const from = imports.get(local);
    if (from === undefined) continue;
    locals.delete(exported);
    indirect.set(exported, from);
  }
}

/** `export default function (` at `start`, its function at `from`: leaves room for a name before the parameters, so that columns behind it stay. */
export function defaultFunction(syntax: ModuleSyntax, start: number, from: number): void {
  const { code, edits, locals } = syntax;
  const head = /^(async\b[^(]*?)?function\s*\*?\s*/.exec(code.slice(from, from + 1000))![0];
  const words = head.replace(/\s+$/, '');
  const text = `${words} ${DEFAULT_FUNCTION}${DEFAULT_MARK}${head.slice(words.length)}`;
  const gap = code.slice(start, from);
  if (!/[\n\r\u2028\u2029]/.test(gap + head)) {
    edits.push({ start, end: from + head.length, text: text.padStart(gap.length + head.length) });
  } else {
    edits.push(blank(code, start, from), { start: from, end: from + head.length, text });
  }
  syntax.hasDefaultFunction = true;
  locals.set('default', DEFAULT_FUNCTION);
}

/** `export default <expression>`: as a property's value it gets the name `default`, as the specification wants. `end` lies behind it. */
export function defaultExpression({ code, edits, locals }: ModuleSyntax, start: number, end: number): void {
  const words = /^export\s+default\b[ \t]?/.exec(code.slice(start, start + 1000))![0];
  const opening = '$tb_d({default:';
  const lineEnds = words.replace(/[^\n\r\u2028\u2029]/g, '');
  edits.push({ start, end: start + words.length, text: lineEnds === '' ? opening.padEnd(words.length) : lineEnds + opening });
  edits.push({ start: end, end, text: '});' });
  locals.set('default', DEFAULT_NAME);
}

/** In place of a whole import or export statement, which ended the one before without a semicolon: the next line may begin with a bracket. */
export function statementTaken(code: string, start: number, end: number): Edit {
  return { start, end, text: `;${blank(code, start + 1, end).text}` };
}

/** Spaces in place of everything but line ends. */
export function blank(code: string, start: number, end: number): Edit {
  return { start, end, text: code.slice(start, end).replace(/[^\n\r\u2028\u2029]/g, ' ') };
}
