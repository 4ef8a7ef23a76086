/** Reads a module: by its tokens where that is certain, else with a parser. */
import type { NodeRuntime } from '../runtime.ts';
import { countedText, isCounting } from '../coverage/collector.ts';
import { Unsure } from '../source/tokens.ts';
import { type Node, parseModule } from '../vm/acorn.ts';
import type { Context } from '../vm/context.ts';
import { peekEdits } from '../vm/context-script.ts';
import { type Access, type ModuleSyntax, NAMESPACE } from './module-syntax.ts';
import { parseModuleSyntax } from './parse-module.ts';
import { render } from './render.ts';
import { scanModule } from './scan-module.ts';

/** Throws the SyntaxError that Node throws, with its place. @param context the `vm` context it will run in */
export function readModule(rt: NodeRuntime, code: string, url: string, context?: Context): ModuleSyntax {
  if (isCounting()) {
    const syntax = parseModuleSyntax(rt, code, url);
    if (context !== undefined) peekEdits(syntax.tree(), context.hides, syntax.edits);
    const counted = countedText(code, url, syntax.tree);
    if (counted !== undefined) syntax.edits.splice(0, Infinity, ...counted.weave(syntax.edits));
    counted?.compiled();
    return syntax;
  }
  if (context !== undefined) {
    const syntax = parseModuleSyntax(rt, code, url);
    peekEdits(syntax.tree(), context.hides, syntax.edits);
    return syntax;
  }
  try {
    let tree: Node | undefined;
    const syntax = scanModule(code, () => tree ??= parseModule(rt, code));
    // Without a parse only the engine can say whether it is a module at all.
    const access = expectedAccess(rt, syntax);
    syntax.early = { body: render(syntax, { access, hoists: false, url }), access };
    return syntax;
  } catch (e) {
    if (!(e instanceof Unsure || e instanceof SyntaxError)) throw e;
  }
  return parseModuleSyntax(rt, code, url);
}

/** What the usual module's imports are: the values of modules that ran before, and the exports of builtins, which can be synchronised later. */
function expectedAccess(rt: NodeRuntime, { imports, requests }: ModuleSyntax): Map<string, Access> {
  const { BuiltinModule } = rt.requireBuiltin('internal/bootstrap/realm');
  const out = new Map<string, Access>();
  for (const [local, { request, name }] of imports) {
    const { specifier } = requests[request]!;
    const builtin = name !== NAMESPACE && (specifier.startsWith('node:') || BuiltinModule.canBeRequiredWithoutScheme(specifier));
    out.set(local, builtin ? 'variable' : 'constant');
  }
  return out;
}
