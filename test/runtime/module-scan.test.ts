/** The tokenizer that reads modules and finds awaits, against the parser, on the modules of this project's own dependencies. */
import * as acorn from 'acorn';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../src/build/paths.ts';
import type { ModuleSyntax } from '../../src/runtime/node/esm/module-syntax.ts';
import { parseModuleSyntax } from '../../src/runtime/node/esm/parse-module.ts';
import { rewriteScript } from '../../src/runtime/node/source/script.ts';
import { scanModule } from '../../src/runtime/node/esm/scan-module.ts';
import type { NodeRuntime } from '../../src/runtime/node/runtime.ts';
import { Unsure } from '../../src/runtime/node/source/tokens.ts';
import { applyEdits } from '../../src/runtime/node/vm/acorn.ts';
import { sample, SOAK } from '../support/sample.ts';

const rt = { requireBuiltin: () => acorn, internalBinding: () => ({ privateSymbols: { arrow_message_private_symbol: Symbol('arrow') } }) } as unknown as NodeRuntime;

function modulesUnder(folder: string, out: string[] = []): string[] {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== '.cache') modulesUnder(path, out);
    } else if (entry.isFile() && /\.m?js$/.test(entry.name)) out.push(path);
  }
  return out;
}

/** Everything but what may be a superset. */
const facts = (s: ModuleSyntax): unknown => ({
  requests: s.requests, imports: [...s.imports], locals: [...s.locals], indirect: [...s.indirect], stars: s.stars, topLevelAwait: s.topLevelAwait,
  usesMeta: s.usesMeta, usesImport: s.usesImport, hasDefaultFunction: s.hasDefaultFunction, text: applyEdits(s.code, [...s.edits]),
});

describe('modules read by their tokens', () => {
  it('say what the parser says', () => {
    const paths = sample(modulesUnder(join(root, 'node_modules')), 400);
    let read = 0, unsure = 0;
    for (const path of paths) {
      const code = readFileSync(path, 'utf8');
      if (code.length > 1_000_000) continue;
      let parsed: ModuleSyntax;
      try {
        parsed = parseModuleSyntax(rt, code, path);
      } catch {
        continue;
      }
      let scanned: ModuleSyntax;
      try {
        scanned = scanModule(code, () => parsed.tree());
      } catch (error) {
        if (!(error instanceof Unsure)) throw error;
        unsure++;
        continue;
      }
      read++;
      expect(facts(scanned), path).toEqual(facts(parsed));
      for (const name of parsed.mutable) expect(scanned.mutable, path).toContain(name);
      for (const name of parsed.imports.keys()) if (parsed.assigned.has(name)) expect(scanned.assigned, path).toContain(name);
    }
    expect(read).toBeGreaterThan(20);
    expect(unsure / (read + unsure)).toBeLessThan(0.05);
  }, SOAK ? 3_600_000 : 120_000);

  it.each(['try { a() } catch { import("b") }', 'try {} catch { a(); import("b") }', 'a\n{ import("b") }', 'class A { import() {} }\nimport("b")'])('find the import() in %j', (code) => {
    expect(rewriteScript(rt, code, '$mport').text).toBe(code.replace('import("b")', '$mport("b")'));
  });

  it.each([
    'return 1', 'export { missing }', 'import defer * as x from "y"', 'export const { a } = b', 'const f = async () => await g()', 'export default \\u0061', '<!-- no', 'export { a }; export { a }; const a = 1',
    'export let a = 1; (a) = 2', 'export let a = 1; (a)++', 'export let a = 1; --(a)', 'export let a; for ((a) of b);',
  ])('leaves %j to the parser', (code) => {
    expect(() => scanModule(code, () => acorn.parse(code, { ecmaVersion: 'latest' }) as never)).toThrow(Unsure);
  });

  it.each([
    'const a = 1\nexport { a }\n[2].map(String)', 'const a = b\nimport b from "b"\n(() => {})()', 'const a = b\nexport * from "b"\n`c`',
  ])('keep the statements around an export or import apart: %j', (code) => {
    const parsed = parseModuleSyntax(rt, code, 'x');
    expect(facts(parsed)).toEqual(facts(scanModule(code, () => parsed.tree())));
    const { body } = acorn.parse(applyEdits(code, [...parsed.edits]), { ecmaVersion: 'latest' });
    expect(body.filter(({ type }) => type !== 'EmptyStatement').map(({ type }) => type)).toEqual(['VariableDeclaration', 'ExpressionStatement']);
  });

  it.each([
    'export default await f()\ng()', 'export default await f();', 'export default await await f', 'export default await import("x")', 'export default await import.meta.f',
    'export default await eval("x");', 'export default a || await f\ng()', 'export default `${await f}`',
    'export default m.default\ng()', 'export const a = m.default\nconst b = 1, c = 2', 'export const a = m.catch\nlet b, c',
  ])('and the parser write the same text for %j', (code) => {
    const parsed = parseModuleSyntax(rt, code, 'x');
    expect(facts(parsed)).toEqual(facts(scanModule(code, () => parsed.tree())));
    expect(() => acorn.parse(applyEdits(code, [...parsed.edits]), { ecmaVersion: 'latest', allowAwaitOutsideFunction: true })).not.toThrow();
  });
});
