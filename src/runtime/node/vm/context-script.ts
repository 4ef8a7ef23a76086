/** What is done to a script's text before it runs in a context, where a proxy stands for the global object of a realm of its own. */
import { COUNTING } from '../coverage/collector.ts';
import type { NodeRuntime } from '../runtime.ts';
import { AWAIT_NAME, awaitEdits, mayAwait } from '../source/awaits.ts';
import { eachChild, type Edit, type Node, parseScript, patternNames } from './acorn.ts';
import { TICK_NAME, tickEdits } from './deadline.ts';
import { IMPORT_NAME, importEdits } from './dynamic-import.ts';

/** Called around `this` in sloppy functions: the context's global in place of the worker's. */
export const THIS_NAME = '$tabloom_this';
/** Holds the context's names for `typeof`, which must not fail on one that is missing. */
export const PEEK_NAME = '$tabloom_peek';
/** Called around `Function` and `eval` where they are called: the context's in place of the worker's. */
export const CALLEE_NAME = '$tabloom_callee';
/** Parameters that every text run in a context sees. */
export const CONTEXT_PARAMS = [IMPORT_NAME, AWAIT_NAME, THIS_NAME, PEEK_NAME, CALLEE_NAME, TICK_NAME, ...Object.keys(COUNTING)] as const;

interface Declared { name: string; start: number }

export interface ContextScript {
  edits: Edit[];
  /** Functions declared at the top: they are on the global object before the first statement runs. */
  functions: Declared[];
  vars: Declared[];
  lexicals: Map<string, 'let' | 'const'>;
  /** Names the text assigns, if it is sloppy: they come into being on the global object. */
  assigned: string[];
  /** Names asked for by `typeof` that are also declared somewhere: which is meant is not known. */
  doubtful: string[];
}

const isSloppyFunction = ({ type }: Node): boolean => type === 'FunctionDeclaration' || type === 'FunctionExpression';

function isStrictBody(body: Node | Node[]): boolean {
  for (const statement of (Array.isArray(body) ? body : body.type === 'BlockStatement' ? body.body : []) as Node[]) {
    if (statement.type !== 'ExpressionStatement' || statement.directive === undefined) return false;
    if (statement.directive === 'use strict') return true;
  }
  return false;
}

/** Undefined when the text does not parse: the engine will say why. @param hidden whether the worker has a global of that name that a context has not */
export function readContextScript(rt: NodeRuntime, code: string, hidden: (name: string) => boolean, timed: boolean): ContextScript | undefined {
  let tree: Node;
  try {
    tree = parseScript(rt, code);
  } catch {
    return undefined;
  }
  const edits = importEdits(tree, IMPORT_NAME);
  if (mayAwait(code)) awaitEdits(code, tree, edits);
  const out: ContextScript = { edits, functions: [], vars: [], lexicals: new Map(), assigned: [], doubtful: [] };
  const strict = isStrictBody(tree.body);
  readTop(tree, out);
  readBody(tree, strict, hidden, out);
  if (timed) out.edits = tickEdits(tree, edits);
  return out;
}

/** The edits for what is otherwise in a context, in a module: `typeof` of names that it has not, and its own `Function`. */
export function peekEdits(tree: Node, hidden: (name: string) => boolean, edits: Edit[]): void {
  readBody(tree, true, hidden, { edits, functions: [], vars: [], lexicals: new Map(), assigned: [], doubtful: [] });
}

/** Top-level lexical declarations become assignments to the context's own store. */
function readTop(tree: Node, { edits, functions, lexicals }: ContextScript): void {
  for (const statement of tree.body as Node[]) {
    if (statement.type === 'VariableDeclaration' && (statement.kind === 'let' || statement.kind === 'const')) {
      edits.push({ start: statement.start, end: statement.start + statement.kind.length, text: 'var'.padEnd(statement.kind.length) });
      for (const d of statement.declarations) {
        if (d.init === null) edits.push({ start: d.end, end: d.end, text: '=void 0' });
        for (const name of patternNames(d.id)) lexicals.set(name, statement.kind);
      }
    } else if (statement.type === 'ClassDeclaration') {
      edits.push({ start: statement.start, end: statement.start, text: `var ${statement.id.name}=` }, { start: statement.end, end: statement.end, text: ';' });
      lexicals.set(statement.id.name, 'let');
    } else if (statement.type === 'FunctionDeclaration') {
      functions.push({ name: statement.id.name, start: statement.start });
    }
  }
}

function readBody(tree: Node, strictScript: boolean, hidden: (name: string) => boolean, out: ContextScript): void {
  const declared = new Set<string>();
  const asked: Node[] = [];
  const callees: Node[] = [];
  const visit = (node: Node, strict: boolean, inFunction: boolean): void => {
    switch (node.type) {
      case 'ThisExpression':
        if (inFunction && !strict) out.edits.push({ start: node.start, end: node.start, text: `${THIS_NAME}(` }, { start: node.end, end: node.end, text: ')' });
        return;
      case 'UnaryExpression':
        if (node.operator === 'typeof' && node.argument.type === 'Identifier' && hidden(node.argument.name)) asked.push(node.argument);
        break;
      case 'NewExpression': case 'CallExpression':
        if (node.callee.type === 'Identifier' && node.callee.name === 'Function') callees.push(node.callee);
        // Written as `eval(...)` it is a direct call, and in its context already.
        else if (node.callee.type === 'SequenceExpression' && node.callee.expressions.at(-1).name === 'eval') callees.push(node.callee.expressions.at(-1));
        break;
      case 'AssignmentExpression': case 'ForInStatement': case 'ForOfStatement':
        if (node.left.type !== 'VariableDeclaration' && !strict) out.assigned.push(...patternNames(node.left));
        break;
      case 'UpdateExpression': if (!strict) out.assigned.push(...patternNames(node.argument)); break;
      case 'VariableDeclaration':
        for (const d of node.declarations) for (const name of patternNames(d.id)) {
          declared.add(name);
          if (node.kind === 'var' && !inFunction) out.vars.push({ name, start: d.start });
        }
        break;
      case 'CatchClause': for (const name of patternNames(node.param)) declared.add(name); break;
      case 'ClassDeclaration': case 'ClassExpression':
        if (node.id) declared.add(node.id.name);
        eachChild(node, (child) => visit(child, true, inFunction));
        return;
    }
    if (isSloppyFunction(node) || node.type === 'ArrowFunctionExpression' || node.type === 'StaticBlock') {
      if (node.id) declared.add(node.id.name);
      for (const p of node.params ?? []) for (const name of patternNames(p)) declared.add(name);
      const inner = strict || node.type === 'StaticBlock' || isStrictBody(node.body);
      eachChild(node, (child) => visit(child, inner, inFunction || node.type !== 'ArrowFunctionExpression'));
      return;
    }
    eachChild(node, (child) => visit(child, strict, inFunction || node.type === 'PropertyDefinition'));
  };
  visit(tree, strictScript, false);
  for (const { name, start } of asked) {
    if (declared.has(name)) out.doubtful.push(name);
    else out.edits.push({ start, end: start, text: `${PEEK_NAME}.` });
  }
  for (const { name, start, end } of callees) {
    if (!declared.has(name)) out.edits.push({ start, end: start, text: `(${CALLEE_NAME}(` }, { start: end, end, text: '))' });
  }
}
