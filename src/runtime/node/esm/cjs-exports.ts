/** Names a CommonJS module is expected to export, read off its text by the lexer Node used (its present one is a port of it). */

// The package's `import` entry is the WebAssembly build, which has to be awaited.
declare const require: (id: 'cjs-module-lexer') => { parse: (source: string) => { exports: string[]; reexports: string[] } };
const { parse } = require('cjs-module-lexer');

/** [names, specifiers of whole modules exported again]. Text the lexer cannot read exports nothing. */
export function cjsExports(code: string): [Set<string>, string[]] {
  try {
    const { exports, reexports } = parse(code);
    return [new Set(exports), reexports];
  } catch {
    return [new Set(), []];
  }
}
