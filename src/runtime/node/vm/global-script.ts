/**
 * Scripts of the global scope whose `let`, `const` and classes later scripts see, and which are no properties of the global object. Evaluated
 * text keeps such names to itself; only a script that the worker imports declares them. It has no completion value, though: a script that is
 * more than declarations gets its names from an imported one and is then evaluated, its declarations having become assignments (so that a
 * constant can be assigned there).
 */
import type { NodeRuntime } from '../runtime.ts';
import { KIND, Tokens, Unsure } from '../source/tokens.ts';
import { withRoom } from './stack-room.ts';
import { type Edit, type Node, parseScript, patternNames } from './acorn.ts';

export interface GlobalPlan {
  edits: Edit[];
  /** What it declares with `let`, `const` and as classes. */
  names: string[];
  /** It consists of declarations: it is imported as it is, and its value is undefined. */
  whole: boolean;
}

const DECLARES = new Set(['let', 'const', 'class']);
const DECLARATIONS = new Set(['VariableDeclaration', 'FunctionDeclaration', 'ClassDeclaration']);

/** Undefined for a script that declares nothing of the kind, or does not parse. */
export function planGlobalScript(rt: NodeRuntime, code: string): GlobalPlan | undefined {
  if (!mayDeclare(code)) return undefined;
  let body: Node[];
  try {
    body = parseScript(rt, code).body;
  } catch {
    return undefined;
  }
  const lexical = body.filter(({ type, kind }) => type === 'ClassDeclaration' || (type === 'VariableDeclaration' && kind !== 'var'));
  if (lexical.length === 0) return undefined;
  if (body.every(({ type }) => DECLARATIONS.has(type))) {
    return { edits: [], names: lexical.flatMap((statement) => (statement.type === 'ClassDeclaration' ? [statement.id.name] : statement.declarations.flatMap((d: Node) => patternNames(d.id)))), whole: true };
  }
  const plan: GlobalPlan = { edits: [], names: [], whole: false };
  for (const statement of lexical) {
    const { start, end } = statement;
    if (statement.type === 'ClassDeclaration') {
      plan.names.push(statement.id.name);
      plan.edits.push({ start, end: start, text: `{let $_=${statement.id.name}=` }, { start: end, end, text: '}' });
      continue;
    }
    // In a block and as a declaration of its own it has no completion value, as the declaration had none.
    plan.edits.push({ start, end: start + statement.kind.length, text: '{let $_=(' });
    for (const d of statement.declarations) {
      plan.names.push(...patternNames(d.id));
      if (d.init === null) plan.edits.push({ start: d.end, end: d.end, text: '=void 0' });
    }
    const last = statement.declarations.at(-1).end;
    plan.edits.push({ start: last, end: last, text: ')' }, { start: end, end, text: '}' });
  }
  return plan;
}

function mayDeclare(code: string): boolean {
  if (!/\b(?:let|const|class)\b/.test(code)) return false;
  try {
    const tokens = new Tokens(code);
    while (tokens.next() !== KIND.END) if (tokens.kind === KIND.WORD && tokens.brackets.length === 0 && DECLARES.has(tokens.text)) return true;
    return false;
  } catch (e) {
    if (e instanceof Unsure) return true;
    throw e;
  }
}

/** Runs text as a script of the worker. What it throws, a syntax error among it, is thrown here. */
export function importText(rt: NodeRuntime, text: string): void {
  const { native } = rt;
  const url = native.URL.createObjectURL(new native.Blob([text], { type: 'text/javascript' }));
  try {
    native.importScripts!(url);
  } catch (e) {
    const message = e instanceof SyntaxError ? /^Failed to execute 'importScripts' on '\w+': (.*)$/s.exec(e.message)?.[1] : undefined;
    throw message === undefined ? e : withRoom(rt, () => new SyntaxError(message));
  } finally {
    native.URL.revokeObjectURL(url);
  }
}
