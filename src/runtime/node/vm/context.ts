/**
 * Contexts of `vm.createContext`, as far as one realm allows: code runs with a proxy of the contextified object as its global scope.
 * Limits (a worker cannot make a second realm): built-in constructors are those of the main context; top-level `let`, `const` and `class`
 * become variables of the context; names that only the main context has read as undefined instead of throwing; indirect eval and
 * `Function` inside a context see the main global scope.
 */
import type { Internal, NodeRuntime } from '../runtime.ts';
import { awaitValue } from '../await-context.ts';
import { AWAIT_NAME, awaitEdits, mayAwait } from '../source/awaits.ts';
import { applyEdits, type Edit, type Node, parseScript, patternNames, walk } from './acorn.ts';
import { IMPORT_NAME, type ImportFunction, importEdits } from './dynamic-import.ts';

/** What a fresh realm's global object has: the language, without the host. */
const LANGUAGE = new Set([
  'Object', 'Function', 'Array', 'Number', 'parseFloat', 'parseInt', 'Infinity', 'NaN', 'undefined', 'Boolean', 'String', 'Symbol', 'Date', 'Promise',
  'RegExp', 'Error', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError', 'JSON', 'Math', 'Intl',
  'ArrayBuffer', 'Atomics', 'Uint8Array', 'Int8Array', 'Uint16Array', 'Int16Array', 'Uint32Array', 'Int32Array', 'Float16Array', 'Float32Array',
  'Float64Array', 'Uint8ClampedArray', 'BigUint64Array', 'BigInt64Array', 'DataView', 'Map', 'BigInt', 'Set', 'Iterator', 'WeakMap', 'WeakSet', 'WeakRef',
  'Proxy', 'Reflect', 'FinalizationRegistry', 'decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent', 'escape', 'unescape', 'eval', 'isFinite',
  'isNaN', 'SharedArrayBuffer', 'WebAssembly', 'SuppressedError', 'DisposableStack', 'AsyncDisposableStack',
]);
/** The engine's own console, which every context has: it talks to a debugger, and none is attached. */
const silentConsole = Object.fromEntries(['debug', 'error', 'info', 'log', 'warn', 'dir', 'table', 'trace', 'assert'].map((name) => [name, () => {}]));
const NativeProxy = Proxy;

/**
 * What a script's text runs in: a sloppy function (`new Function`), as `with` demands; the text decides about its own strictness. The names
 * that begin with `$tabloom` are never looked up in the context.
 */
const runner = new Function('$tabloom_scope', '$tabloom_code', IMPORT_NAME, '$tabloom_reveal', AWAIT_NAME, 'with($tabloom_scope){return eval($tabloom_code)}\n//# sourceURL=blob:tabloom/context') as
  (this: unknown, scope: object, code: string, mport: ImportFunction, reveal: (functions: { [name: string]: unknown }) => void, awaited: (value: unknown) => unknown) => unknown;
const STRICT = /^(?:\s|\/\/[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*(['"])use strict\1/;

export class Context {
  readonly object: Internal;
  readonly proxy: object;
  private readonly mark: symbol;
  /** Names that scripts of this context assign: they live on the contextified object even before they exist there. */
  private readonly assigned = new Set<string>();
  private revealing: Set<string> | undefined;
  /** Called by a script's first statement with its hoisted functions. */
  private readonly reveal = (functions: { [name: string]: unknown }): void => {
    this.revealing = undefined;
    for (const name in functions) this.object[name] = functions[name];
  };

  /** @param mark the private symbol that contextified objects carry: the global object of their code does not */
  constructor(object: object, mark: symbol) {
    this.object = object;
    this.mark = mark;
    this.proxy = new NativeProxy(object, this.handler());
  }

  private handler(): ProxyHandler<Internal> {
    const hidden = (name: string | symbol): boolean => typeof name === 'string' && name in globalThis && !LANGUAGE.has(name);
    return {
      has: (target, name) => {
        if (typeof name !== 'string' || name.startsWith('$tabloom') || name === IMPORT_NAME || name === AWAIT_NAME || name === 'eval') return typeof name === 'symbol' && name in target;
        if (this.revealing?.has(name)) return false;
        return name in target || name === 'globalThis' || this.assigned.has(name) || hidden(name);
      },
      get: (target, name) => {
        if (name === Symbol.unscopables || name === this.mark) return undefined;
        if (name === 'globalThis' && !(name in target)) return this.proxy;
        if (name in target) return target[name];
        if (name === 'console') return silentConsole;
        return typeof name === 'string' && LANGUAGE.has(name) ? (globalThis as Internal)[name] : undefined;
      },
      set: (target, name, value) => {
        target[name] = value;
        return true;
      },
    };
  }

  /** Runs a script's text; `name` is its `sourceURL`. Returns the completion value. */
  run(rt: NodeRuntime, code: string, name: string, mport: ImportFunction): unknown {
    const { text, functions } = this.prepare(rt, code);
    let prologue = '';
    if (functions.length > 0) {
      this.revealing = new Set(functions);
      // `let` has no completion value: the script's own stays the last one.
      prologue = `${STRICT.test(text) ? '"use strict";' : ''}let $tabloom_done=$tabloom_reveal({${functions.join(',')}});`;
    }
    try {
      return runner.call(this.proxy, this.proxy, `${prologue}${text}\n//# sourceURL=${name}`, mport, this.reveal, awaitValue(rt));
    } finally {
      this.revealing = undefined;
    }
  }

  /** Turns top-level lexical declarations into variables, renames imports and finds the names the text assigns. */
  private prepare(rt: NodeRuntime, code: string): { text: string; functions: string[] } {
    let tree: Node;
    try {
      tree = parseScript(rt, code);
    } catch {
      return { text: code, functions: [] };
    }
    const edits: Edit[] = importEdits(tree, IMPORT_NAME);
    if (mayAwait(code)) awaitEdits(code, tree, edits);
    const functions = globalDeclarations(tree, edits, this.assigned);
    walk(tree, (node) => {
      const target: Node | undefined = node.type === 'AssignmentExpression' || node.type === 'ForInStatement' || node.type === 'ForOfStatement'
        ? node.left : node.type === 'UpdateExpression' ? node.argument : undefined;
      if (target !== undefined && target.type !== 'VariableDeclaration') for (const name of patternNames(target)) this.assigned.add(name);
    });
    return { text: applyEdits(code, edits), functions };
  }
}

/** Rewrites top-level `let`, `const` and `class` of a script so that later scripts see them; collects declared names. Returns the hoisted functions. */
export function globalDeclarations(tree: Node, edits: Edit[], declared: Set<string>): string[] {
  const functions: string[] = [];
  for (const statement of tree.body as Node[]) {
    if (statement.type === 'VariableDeclaration') {
      if (statement.kind === 'let' || statement.kind === 'const') {
        edits.push({ start: statement.start, end: statement.start + statement.kind.length, text: 'var'.padEnd(statement.kind.length) });
      }
    } else if (statement.type === 'ClassDeclaration') {
      edits.push({ start: statement.start, end: statement.start, text: `var ${statement.id.name}=` });
      declared.add(statement.id.name);
    } else if (statement.type === 'FunctionDeclaration') {
      functions.push(statement.id.name);
      declared.add(statement.id.name);
    }
  }
  walk(tree, (node) => {
    if (/Function/.test(node.type) || node.type === 'ClassBody') return false;
    if (node.type === 'VariableDeclaration') for (const d of node.declarations) for (const name of patternNames(d.id)) declared.add(name);
    return true;
  });
  return functions;
}
