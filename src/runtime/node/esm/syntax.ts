/** What the static part of an ES module says: its requests, imports and exports, and what the evaluator has to know about its body. */
import type { NodeRuntime } from '../runtime.ts';
import { eachChild, type Edit, type Node, parseModule, patternNames } from '../vm/acorn.ts';
import { IMPORT_NAME } from '../vm/dynamic-import.ts';
import { awaitEdits, mayAwait } from '../source/awaits.ts';
import { moduleSyntaxError } from './syntax-error.ts';

/** Stands for `import.meta`; as long as that. */
export const META_NAME = '$importmeta';
/** Local name of a default export that has no name of its own. */
export const DEFAULT_NAME = '*default*';
/** Name of the variable an anonymous default function gets. */
export const DEFAULT_FUNCTION = '$default';
/** In place of an exported name: the module's namespace object. */
export const NAMESPACE = Symbol('namespace');

export interface Request { specifier: string; attributes: { [name: string]: string } }
/** `pos`: where the name stands in the text, for the error when nobody exports it. */
export interface From { request: number; name: string | typeof NAMESPACE; pos: number }

export interface ModuleSyntax {
  code: string;
  tree: Node;
  requests: Request[];
  /** By local name. */
  imports: Map<string, From>;
  /** Exported name to local name. */
  locals: Map<string, string>;
  indirect: Map<string, From>;
  /** Requests of `export * from`. */
  stars: number[];
  /** Local names whose value may change after their declaration ran (a safe superset). */
  mutable: Set<string>;
  /** Names assigned anywhere, whatever their scope. */
  assigned: Set<string>;
  topLevelAwait: boolean;
  usesMeta: boolean;
  usesImport: boolean;
  /** Edits every rendering needs: declarations without their import and export words. None of them changes line numbers. */
  edits: Edit[];
  hasDefaultFunction: boolean;
}

const nameOf = (node: Node): string => (node.type === 'Literal' ? node.value : node.name);

/** Spaces in place of everything but line ends. */
function blank(code: string, start: number, end: number): Edit {
  return { start, end, text: code.slice(start, end).replace(/[^\n\r\u2028\u2029]/g, ' ') };
}

/** Throws the SyntaxError that Node throws, with its place. */
export function readModule(rt: NodeRuntime, code: string, url: string): ModuleSyntax {
  let tree: Node;
  try {
    tree = parseModule(rt, code);
  } catch (e) {
    throw moduleSyntaxError(rt, code, url, e);
  }
  const syntax: ModuleSyntax = {
    code, tree, requests: [], imports: new Map(), locals: new Map(), indirect: new Map(), stars: [], mutable: new Set(), assigned: new Set(),
    topLevelAwait: false, usesMeta: false, usesImport: false, edits: [], hasDefaultFunction: false,
  };
  if (code.startsWith('#!')) syntax.edits.push({ start: 0, end: 2, text: '//' });
  const topLevelVars = new Set<string>();
  readDeclarations(syntax, topLevelVars);
  readBody(syntax, topLevelVars);
  if (mayAwait(code)) awaitEdits(code, tree, syntax.edits);
  return syntax;
}

function requester(syntax: ModuleSyntax): (node: Node) => number {
  const known = new Map<string, number>();
  return (node) => {
    const attributes: Request['attributes'] = Object.create(null);
    for (const a of node.attributes ?? []) attributes[nameOf(a.key)] = a.value.value;
    const key = JSON.stringify([node.source.value, Object.entries(attributes).sort()]);
    let index = known.get(key);
    if (index === undefined) {
      index = syntax.requests.push({ specifier: node.source.value, attributes }) - 1;
      known.set(key, index);
    }
    return index;
  };
}

function readDeclarations(syntax: ModuleSyntax, topLevelVars: Set<string>): void {
  const { code, tree, imports, locals, indirect, edits } = syntax;
  const request = requester(syntax);
  for (const node of tree.body as Node[]) {
    switch (node.type) {
      case 'ImportDeclaration': {
        const index = request(node);
        for (const s of node.specifiers) {
          const name = s.type === 'ImportNamespaceSpecifier' ? NAMESPACE : s.type === 'ImportDefaultSpecifier' ? 'default' : nameOf(s.imported);
          imports.set(s.local.name, { request: index, name, pos: s.start });
        }
        edits.push(blank(code, node.start, node.end));
        break;
      }
      case 'ExportAllDeclaration': {
        const index = request(node);
        if (node.exported) indirect.set(nameOf(node.exported), { request: index, name: NAMESPACE, pos: node.start });
        else syntax.stars.push(index);
        edits.push(blank(code, node.start, node.end));
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
        edits.push(blank(code, node.start, node.end));
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
  // What is imported and exported again is an export of the other module.
  for (const [exported, local] of [...locals]) {
    const from = imports.get(local);
    if (from === undefined) continue;
    locals.delete(exported);
    indirect.set(exported, from);
  }
}

function readDefault(syntax: ModuleSyntax, node: Node): void {
  const { code, locals, edits } = syntax;
  const d: Node = node.declaration;
  if ((d.type === 'FunctionDeclaration' || d.type === 'ClassDeclaration') && d.id) {
    edits.push(blank(code, node.start, d.start));
    locals.set('default', d.id.name);
    return;
  }
  if (d.type === 'FunctionDeclaration') {
    // `export default function (` leaves room for a name before the parameters: columns behind it stay.
    const head = /^(async\b[^(]*?)?function\s*\*?\s*/.exec(code.slice(d.start))![0];
    const words = head.replace(/\s+$/, '');
    const text = `${words} ${DEFAULT_FUNCTION} `;
    const gap = code.slice(node.start, d.start);
    if (!/[\n\r\u2028\u2029]/.test(gap + head)) {
      edits.push({ start: node.start, end: d.start + head.length, text: text.padStart(gap.length + head.length) });
    } else {
      edits.push(blank(code, node.start, d.start), { start: d.start, end: d.start + head.length, text });
    }
    syntax.hasDefaultFunction = true;
    locals.set('default', DEFAULT_FUNCTION);
    return;
  }
  // As a property's value the expression gets the name `default`, as the specification wants. Parentheses around it are no part of its node.
  const words = /^export\s+default\b[ \t]?/.exec(code.slice(node.start))![0];
  const opening = '$tb_d({default:';
  const lineEnds = words.replace(/[^\n\r\u2028\u2029]/g, '');
  edits.push({ start: node.start, end: node.start + words.length, text: lineEnds === '' ? opening.padEnd(words.length) : lineEnds + opening });
  const end = code[node.end - 1] === ';' ? node.end - 1 : node.end;
  edits.push({ start: end, end, text: '});' });
  locals.set('default', DEFAULT_NAME);
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
  visit(syntax.tree, 0);

  for (const local of syntax.locals.values()) {
    const count = varCounts.get(local);
    if (directEval || assigned.has(local) || (count !== undefined && (count > 1 || !topLevelVars.has(local)))) mutable.add(local);
  }
}
