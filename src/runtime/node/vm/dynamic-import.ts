/** `import()` in evaluated code: the browser would take it to its own loader, so it becomes a call that reaches Node's. */
import type { Internal, NodeRuntime } from '../runtime.ts';
import { perRuntime } from '../streams/per-runtime.ts';
import { type Edit, type Node, walk } from './acorn.ts';

const NativePromise = Promise;
/** The name that stands for `import` in rewritten calls. As long as the word itself: columns stay what they are. */
export const IMPORT_NAME = '$mport';

type Import = (specifier: unknown, options?: unknown) => Promise<unknown>;
/** `source` is `import.source`. */
export type ImportFunction = Import & { source: Import };
type ImportCallback = (referrer: symbol, specifier: string, phase: number, attributes: object, referrerName: string) => Promise<unknown>;

const SOURCE_PHASE = 1, EVALUATION_PHASE = 2;
const CALL = /\bimport\s*(?:\(|\/[*/]|\.\s*source\s*\()/;

/** The library's callback for dynamic imports, once it has set one (`setImportModuleDynamicallyCallback`). */
export const importState = perRuntime((): { callback: ImportCallback | undefined } => ({ callback: undefined }));

/** The second argument of `import()` as the specification reads it. */
function attributesOf(options: Internal): object {
  const out: { [name: string]: string } = Object.create(null);
  if (options === undefined) return out;
  if (typeof options !== 'object' && typeof options !== 'function' || options === null) throw new TypeError('The second argument to import() must be an object');
  const given = options.with;
  if (given === undefined) return out;
  if (typeof given !== 'object' || given === null) throw new TypeError("The 'with' option must be an object");
  for (const key of Object.keys(given)) {
    const value: unknown = given[key];
    if (typeof value !== 'string') throw new TypeError('Import attribute value must be a string');
    out[key] = value;
  }
  return out;
}

/** What rewritten code calls. `referrer` is the script's host-defined option. */
export function importFunction(rt: NodeRuntime, referrer: symbol, referrerName: string): ImportFunction {
  const inPhase = (phase: number): Import => (specifier, options) => {
    let text: string;
    let attributes: object;
    try {
      text = `${specifier as string}`;
      attributes = attributesOf(options);
    } catch (e) {
      return NativePromise.reject(e);
    }
    const { callback } = importState(rt);
    if (callback === undefined) return NativePromise.reject(new Error('import() was called before the module loader was ready'));
    return callback(referrer, text, phase, attributes, referrerName);
  };
  return Object.assign(inPhase(EVALUATION_PHASE), { source: inPhase(SOURCE_PHASE) });
}

/** Whether the text may contain an `import()`. */
export function mayImport(code: string): boolean {
  return CALL.test(code);
}

/** Edits that put `name` in place of every `import` of an import expression under `tree`. */
export function importEdits(tree: Node, name: string, edits: Edit[] = []): Edit[] {
  walk(tree, (node) => {
    if (node.type === 'ImportExpression') edits.push({ start: node.start, end: node.start + 'import'.length, text: name });
  });
  return edits;
}
