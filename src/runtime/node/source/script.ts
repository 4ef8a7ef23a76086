/** The text of a script as it is evaluated: `import()` reaches Node's loader, awaits carry the asynchronous context. */
import type { NodeRuntime } from '../runtime.ts';
import { applyEdits, type Edit, parseScript } from '../vm/acorn.ts';
import { importEdits, mayImport } from '../vm/dynamic-import.ts';
import { awaitEdits, Awaits, mayAwait } from './awaits.ts';
import { KIND, Tokens, Unsure } from './tokens.ts';

export interface Rewritten { text: string; edits: Edit[]; imports: boolean; awaits: boolean }

const IMPORT_LENGTH = 'import'.length;

/** @param importName what stands for `import` in calls. The text comes back as it is where it holds neither, or does not parse: the engine will say why. */
export function rewriteScript(rt: NodeRuntime, code: string, importName: string, exact = false): Rewritten {
  const plain = { text: code, edits: [], imports: false, awaits: false };
  const imports = mayImport(code), awaits = mayAwait(code);
  if (!imports && !awaits) return plain;
  const found = (exact ? undefined : scan(code, importName, imports, awaits)) ?? parse(rt, code, importName, awaits);
  if (found === undefined || found.importCount + found.awaits.length === 0) return plain;
  const edits = [...found.edits, ...found.awaits];
  return { text: applyEdits(code, edits), edits, imports: found.importCount > 0, awaits: found.awaits.length > 0 };
}

interface Found { edits: Edit[]; awaits: Edit[]; importCount: number }

function scan(code: string, importName: string, imports: boolean, awaits: boolean): Found | undefined {
  const tokens = new Tokens(code);
  const out: Found = { edits: [], awaits: [], importCount: 0 };
  const follower = awaits ? new Awaits(tokens, out.awaits) : undefined;
  try {
    let importAt = -1;
    while (tokens.next() !== KIND.END) {
      follower?.token();
      if (!imports) continue;
      if (importAt >= 0 && tokens.text === '(' && tokens.kind === KIND.PUNCTUATOR) {
        out.edits.push({ start: importAt, end: importAt + IMPORT_LENGTH, text: importName });
        out.importCount++;
      }
      importAt = tokens.kind === KIND.WORD && tokens.text === 'import' && !tokens.afterDot() && !tokens.isMemberName() ? tokens.start : -1;
    }
    follower?.token();
    return tokens.brackets.length === 0 ? out : undefined;
  } catch (e) {
    if (e instanceof Unsure) return undefined;
    throw e;
  }
}

function parse(rt: NodeRuntime, code: string, importName: string, awaits: boolean): Found | undefined {
  try {
    const tree = parseScript(rt, code);
    const edits = importEdits(tree, importName);
    const out: Found = { edits, awaits: [], importCount: edits.length };
    if (awaits) awaitEdits(code, tree, out.awaits);
    return out;
  } catch {
    return undefined;
  }
}
