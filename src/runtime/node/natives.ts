/** The sources of Node's own library: a table the build puts into the worker, each wrapped in the function that it becomes, and their compilation. */

import parts from '../../build/node-parts.json' with { type: 'json' };

export interface Natives {
  /** Source text as Node ships it. Throws for an unknown id. */
  source(id: string): string;
  /** The module's wrapper function; the parameters depend on the kind of module, as in Node's BuiltinLoader. */
  compile(id: string): (...args: unknown[]) => unknown;
  /** Characters of all sources it holds. */
  size(): number;
}

type Table = { [id: string]: string };

/** Takes the table out of the global scope: user code must not see (or change) it. */
function takeTable(): Table {
  const scope = globalThis as unknown as { __tabloomNatives?: Table };
  const table = scope.__tabloomNatives;
  if (table === undefined) throw new Error("the worker's script carries no sources of Node's library");
  delete scope.__tabloomNatives;
  return table;
}

/** Where a source is that the worker's own script does not carry. */
const REST = 'node-rest.js';

/**
 * @param load runs the script of that name, which adds sources to the table; synchronously
 */
export function createNatives(load: (script: string) => void): Natives {
  const table = takeTable();
  const indirectEval = globalThis.eval;
  const loaded = new Set<string>();
  const wrapped = (id: string): string => {
    const script = (parts as { [id: string]: string })[id] ?? REST;
    if (table[id] === undefined && !loaded.has(script)) {
      const scope = globalThis as unknown as { __tabloomNatives?: Table };
      Object.defineProperty(scope, '__tabloomNatives', { value: {}, configurable: true, enumerable: false, writable: true });
      try {
        load(script);
        loaded.add(script);
      } finally {
        Object.assign(table, takeTable());
      }
    }
    const text = table[id];
    if (text === undefined) throw new Error(`Node's library has no module '${id}'`);
    return text;
  };
  return {
    source: (id) => {
      const text = wrapped(id);
      return text.slice(text.indexOf('{') + 1, text.lastIndexOf('\n})\n//# sourceURL='));
    },
    size: () => Object.values(table).reduce((sum, text) => sum + text.length, 0),
    compile: (id) => indirectEval(wrapped(id)),
  };
}
