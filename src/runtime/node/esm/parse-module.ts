/** Reads a module's static part off its syntax tree. */
import type { NodeRuntime } from '../runtime.ts';
import { eachChild, type Edit, type Node, parseModule, patternNames } from '../vm/acorn.ts';
import { IMPORT_NAME } from '../vm/dynamic-import.ts';
import { awaitEdits, mayAwait } from '../source/awaits.ts';
import { evalEdits, mayEval } from '../source/evals.ts';
import { blank, defaultExpression, defaultFunction, emptySyntax, followReexports, META_NAME, type ModuleSyntax, NAMESPACE, PHASE, type Request, requester, SOURCE, statementTaken } from './module-syntax.ts';
import { moduleSyntaxError } from './syntax-error.ts';

const nameOf = (node: Node): string => (node.type === 'Literal' ? node.value : node.name);

/** Reads a module with a parser. Throws the SyntaxError that Node throws, with its place. */
export function parseModuleSyntax(rt: NodeRuntime, code: string, url: string): ModuleSyntax {
  let tree: Node;
  try {
    tree = parseModule(rt, code);
  } catch (e) {
    throw moduleSyntaxError(rt, code, url, e);
  }
  const syntax = emptySyntax(code, () => tree);
  const topLevelVars = new Set<string>();
  readDeclarations(syntax, topLevelVars);
  readBody(syntax, topLevelVars);
  if (mayEval(code)) evalEdits(code, tree, syntax.edits);
  if (mayAwait(code)) {
    // In front: where an awaited operand and a default expression end in one place, the inner bracket is closed first.
    const awaits: Edit[] = [];
    awaitEdits(code, tree, awaits, true);
    syntax.edits.unshift(...awaits);
  }
  return syntax;
}

function readDeclarations(syntax: ModuleSyntax, topLevelVars: Set<string>): void {
  const { code, imports, locals, indirect, edits } = syntax;
  const add = requester(syntax);
  const request = (node: Node): number => {
    const attributes: Request['attributes'] = Object.create(null);
    for (const a of node.attributes ?? []) attributes[nameOf(a.key)] = a.value.value;
    return add(node.source.value, attributes, node.phase === 'source' ? PHASE.SOURCE : undefined);
  };
  for (const node of syntax.tree().body as Node[]) {
    switch (node.type) {
      case 'ImportDeclaration': {
        const index = request(node);
        for (const s of node.specifiers) {
          const name = node.phase === 'source' ? SOURCE : s.type === 'ImportNamespaceSpecifier' ? NAMESPACE : s.type === 'ImportDefaultSpecifier' ? 'default' : nameOf(s.imported);
          imports.set(s.local.name, { request: index, name, pos: s.start });
        }
        edits.push(statementTaken(code, node.start, node.end));
        break;
      }
      case 'ExportAllDeclaration': {
        const index = request(node);
        if (node.exported) indirect.set(nameOf(node.exported), { request: index, name: NAMESPACE, pos: node.start });
        else syntax.stars.push(index);
        edits.push(statementTaken(code, node.start, node.end));
        break;
      }
      case 'ExportNamedDeclaration':
        if (node.declaration) {
          edits.push(blank(code, node.start, node.declaration.start));
          const d: Node = node.declaration;
          if (d.type === 'VariableDeclaration') {
            for (const declarator of d.declarations) for (const name of patternNames(declarator.id)) {
              locals.set(name, name);
              if (d.kind === 'var') topLevelVars.add(name);
            }
          } else {
            locals.set(d.id.name, d.id.name);
          }
          break;
        }
        edits.push(statementTaken(code, node.start, node.end));
        if (node.source) {
          const index = request(node);
          for (const s of node.specifiers) indirect.set(nameOf(s.exported), { request: index, name: nameOf(s.local), pos: s.local.start });
        } else {
          for (const s of node.specifiers) locals.set(nameOf(s.exported), nameOf(s.local));
        }
        break;
      case 'ExportDefaultDeclaration':
        readDefault(syntax, node);
        break;
      case 'VariableDeclaration':
        if (node.kind === 'var') for (const d of node.declarations) for (const name of patternNames(d.id)) topLevelVars.add(name);
        break;
    }
  }
  followReexports(syntax);
}

function readDefault(syntax: ModuleSyntax, node: Node): void {
  const { code, locals, edits } = syntax;
  const d: Node = node.declaration;
  if ((d.type === 'FunctionDeclaration' || d.type === 'ClassDeclaration') && d.id) {
    edits.push(blank(code, node.start, d.start));
    locals.set('default', d.id.name);
    return;
  }
  if (d.type === 'FunctionDeclaration') return defaultFunction(syntax, node.start, d.start);
  // Parentheses around it are no part of the expression's node.
  defaultExpression(syntax, node.start, code[node.end - 1] === ';' ? node.end - 1 : node.end);
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression', 'StaticBlock']);

/** One pass over the body: what is awaited at the top, what is assigned, and the words that have to be replaced. */
function readBody(syntax: ModuleSyntax, topLevelVars: Set<string>): void {
  const { assigned, mutable, edits } = syntax;
  const varCounts = new Map<string, number>();
  let directEval = false;

  const visit = (node: Node, depth: number): void => {
    switch (node.type) {
      case 'AwaitExpression':
        if (depth === 0) syntax.topLevelAwait = true;
        break;
      case 'ForOfStatement': case 'ForInStatement':
        if (node.await && depth === 0) syntax.topLevelAwait = true;
        if (node.left.type !== 'VariableDeclaration') for (const name of patternNames(node.left)) assigned.add(name);
        break;
      case 'AssignmentExpression':
        for (const name of patternNames(node.left)) assigned.add(name);
        break;
      case 'UpdateExpression':
        for (const name of patternNames(node.argument)) assigned.add(name);
        break;
      case 'VariableDeclaration':
        if (node.kind === 'await using' && depth === 0) syntax.topLevelAwait = true;
        if (node.kind === 'var') {
          for (const d of node.declarations) for (const name of patternNames(d.id)) varCounts.set(name, (varCounts.get(name) ?? 0) + 1);
        }
        break;
      case 'CallExpression':
        if (node.callee.type === 'Identifier' && node.callee.name === 'eval') directEval = true;
        break;
      case 'MetaProperty':
        if (node.meta.name === 'import') {
          syntax.usesMeta = true;
          const length = node.end - node.start;
          edits.push({ start: node.start, end: node.end, text: META_NAME.padEnd(length) });
        }
        return;
      case 'ImportExpression':
        syntax.usesImport = true;
        edits.push({ start: node.start, end: node.start + 'import'.length, text: IMPORT_NAME });
        break;
    }
    const inner = FUNCTIONS.has(node.type) ? depth + 1 : depth;
    // A field's initialiser is a function of its own; a computed key is not.
    const field = node.type === 'PropertyDefinition';
    eachChild(node, (child, member) => visit(child, field && member === 'value' ? inner + 1 : inner));
  };
  visit(syntax.tree(), 0);

  for (const local of syntax.locals.values()) {
    const count = varCounts.get(local);
    if (directEval || assigned.has(local) || (count !== undefined && (count > 1 || !topLevelVars.has(local)))) mutable.add(local);
  }
}
