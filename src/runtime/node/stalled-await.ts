/** Where the entry point waits when a process ends with its top-level await unfinished. */
import type { ThrowPlace } from './fatal.ts';
import type { CoreRuntime } from './core.ts';
import type { Internal } from './runtime.ts';

/** The first top-level `await` of the module the process was started with; empty when it has none (the wait is in a module it imports). */
export function entryAwait(rt: CoreRuntime): ThrowPlace[] {
  const wrap = (globalThis as Internal)[rt.privateSymbols.entry_point_module_private_symbol!];
  const url: unknown = wrap?.url;
  if (typeof url !== 'string' || !url.startsWith('file:')) return [];
  let text: string;
  let program: Internal;
  try {
    text = new rt.native.TextDecoder().decode(rt.sys.readFile(decodeURIComponent(new rt.native.URL(url).pathname)));
    program = rt.requireBuiltin('internal/deps/acorn/acorn/dist/acorn').parse(text, { ecmaVersion: 'latest', sourceType: 'module', locations: true });
  } catch {
    // A module without a readable source has no place to show.
    return [];
  }
  const at = findAwait(program);
  return at === undefined ? [] : [{ file: url, line: at.line, column: at.column + 1 }];
}

function findAwait(node: Internal): { line: number; column: number } | undefined {
  if (node === null || typeof node !== 'object') return undefined;
  if (Array.isArray(node)) {
    for (const item of node) {
      const found = findAwait(item);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (typeof node.type !== 'string' || /Function/.test(node.type)) return undefined;
  if (node.type === 'AwaitExpression' || (node.type === 'ForOfStatement' && node.await === true)) return node.loc.start;
  for (const key of Object.keys(node)) {
    if (key === 'loc') continue;
    const found = findAwait(node[key]);
    if (found !== undefined) return found;
  }
  return undefined;
}
