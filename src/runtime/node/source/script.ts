/** The text of a script as it is evaluated: `import()` reaches Node's loader, awaits carry the asynchronous context. */
import type { NodeRuntime } from '../runtime.ts';
import { applyEdits, type Edit, parseScript } from '../vm/acorn.ts';
import { importEdits, mayImport } from '../vm/dynamic-import.ts';
import { evalEdits, Evals, mayEval } from './evals.ts';
import { awaitEdits, Awaits, mayAwait } from './awaits.ts';
import { KIND, Tokens, Unsure } from './tokens.ts';

export interface Rewritten { text: string; edits: Edit[]; imports: boolean; awaits: boolean }

const IMPORT_LENGTH = 'import'.length;

/** What rewritten calls of `eval` hand their text through. `more` rewrites further. */
export function evalText(rt: NodeRuntime, importName: string, more?: (text: string) => string): (text: unknown) => unknown {
  return (text) => {
    if (typeof text !== 'string') return text;
    const { text: rewritten } = rewriteScript(rt, text, importName, { exact: true });
    return more === undefined ? rewritten : more(rewritten);
  };
}

/** @param importName what stands for `import` in calls. `evals`: whether calls of eval are followed. The text comes back as it is where it holds nothing of the kind, or does not parse: the engine will say why. */
export function rewriteScript(rt: NodeRuntime, code: string, importName: string, { exact = false, evals = false } = {}): Rewritten {
  const plain = { text: code, edits: [], imports: false, awaits: false };
  const imports = mayImport(code), awaits = mayAwait(code);
  const calls = evals && mayEval(code);
  if (!imports && !awaits && !calls) return plain;
  const found = (exact ? undefined : scan(code, importName, imports, awaits, calls)) ?? parse(rt, code, importName, awaits, calls);
  if (found === undefined || found.edits.length + found.awaits.length === 0) return plain;
  const edits = [...found.edits, ...found.awaits];
  return { text: applyEdits(code, edits), edits, imports: found.importCount > 0, awaits: found.awaits.length > 0 };
}

interface Found { edits: Edit[]; awaits: Edit[]; importCount: number }

function scan(code: string, importName: string, imports: boolean, awaits: boolean, calls: boolean): Found | undefined {
  const tokens = new Tokens(code);
  const out: Found = { edits: [], awaits: [], importCount: 0 };
  const evals = calls ? new Evals(tokens, out.edits) : undefined;
  const follower = awaits ? new Awaits(tokens, out.awaits) : undefined;
  try {
    let importAt = -1;
    while (tokens.next() !== KIND.END) {
      follower?.token();
      evals?.token();
      if (!imports) continue;
      if (importAt >= 0 && tokens.kind === KIND.PUNCTUATOR && (tokens.text === '(' || (tokens.text === '.' && /^\.\s*source\s*\(/.test(code.slice(tokens.start, tokens.start + 100))))) {
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

function parse(rt: NodeRuntime, code: string, importName: string, awaits: boolean, calls: boolean): Found | undefined {
  try {
    const tree = parseScript(rt, code);
    const edits = importEdits(tree, importName);
    const out: Found = { edits, awaits: [], importCount: edits.length };
    if (calls) evalEdits(code, tree, edits);
    if (awaits) awaitEdits(code, tree, out.awaits);
    return out;
  } catch {
    return undefined;
  }
}
