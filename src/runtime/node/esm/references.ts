/** Finds the references to imported names in a module's body and replaces them by reads of the import object: scope analysis after the specification's declarations. */
import type { NodeRuntime } from '../runtime.ts';
import { applyEdits, eachChild, type Edit, type Node, parseScript, patternNames, walk } from '../vm/acorn.ts';

interface Scope { names: Set<string>; up: Scope | null }

const isFunction = (node: Node): boolean => node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression';

/** let, const, class and function declarations directly in a list of statements. */
function lexicalNames(statements: Node[], into: Set<string>): void {
  for (const s of statements) {
    const d: Node | null = s.type === 'ExportNamedDeclaration' || s.type === 'ExportDefaultDeclaration' ? s.declaration : s;
    if (d === null) continue;
    if (d.type === 'VariableDeclaration' && d.kind !== 'var') for (const v of d.declarations) for (const name of patternNames(v.id)) into.add(name);
    else if ((d.type === 'FunctionDeclaration' || d.type === 'ClassDeclaration') && d.id) into.add(d.id.name);
  }
}

/** `var` declarations of a function's body, wherever they stand in it. */
function hoistedNames(body: Node[], into: Set<string>): void {
  for (const statement of body) {
    walk(statement, (node) => {
      if (isFunction(node) || node.type === 'ClassBody') return false;
      if (node.type === 'VariableDeclaration' && node.kind === 'var') for (const d of node.declarations) for (const name of patternNames(d.id)) into.add(name);
      return true;
    });
  }
}

/** Text given to eval in a module, with the names it imports read where they are. A variable of that name around the call is taken for the import. */
export function withReferences(rt: NodeRuntime, names: ReadonlySet<string>, object: string, text: string): string {
  try {
    const edits: Edit[] = [];
    referenceEdits(parseScript(rt, text), names, object, edits);
    return applyEdits(text, edits);
  } catch {
    // It does not parse: the engine will say why.
    return text;
  }
}

/** Adds an edit for each reference under `tree` to one of `names`, which becomes `<object>.<name>`. */
export function referenceEdits(tree: Node, names: ReadonlySet<string>, object: string, edits: Edit[]): void {
  /** Where statements in a list begin with an expression. */
  const beginnings = new Set<number>();
  const shadowed = (scope: Scope | null, name: string): boolean => {
    for (let s = scope; s !== null; s = s.up) if (s.names.has(name)) return true;
    return false;
  };
  const reference = (id: Node, scope: Scope, how: 'read' | 'call' | 'shorthand' = 'read'): void => {
    if (!names.has(id.name) || shadowed(scope, id.name)) return;
    const target = `${object}.${id.name}`;
    // Called as a plain function: without the comma the import object would become `this`. Where no semicolon ends the statement before, the bracket would make a call of that.
    const call = beginnings.has(id.start) ? `;(1,${target})` : `(0,${target})`;
    edits.push({ start: id.start, end: id.end, text: how === 'call' ? call : how === 'shorthand' ? `${id.name}:${target}` : target });
  };
  const nested = (scope: Scope, ...declared: string[]): Scope => ({ names: new Set(declared), up: scope });

  const pattern = (p: Node | null, scope: Scope): void => {
    if (p === null) return;
    switch (p.type) {
      case 'Identifier': return;
      case 'ObjectPattern':
        for (const q of p.properties) {
          if (q.type === 'RestElement') pattern(q.argument, scope);
          else {
            if (q.computed) visit(q.key, scope);
            pattern(q.value, scope);
          }
        }
        return;
      case 'ArrayPattern': for (const q of p.elements) pattern(q, scope); return;
      case 'AssignmentPattern': pattern(p.left, scope); visit(p.right, scope); return;
      case 'RestElement': pattern(p.argument, scope); return;
    }
  };

  const functionScope = (node: Node, scope: Scope): void => {
    const inner = nested(scope);
    if (node.type === 'FunctionExpression' && node.id) inner.names.add(node.id.name);
    if (node.type !== 'ArrowFunctionExpression') inner.names.add('arguments');
    for (const p of node.params) for (const name of patternNames(p)) inner.names.add(name);
    const block = node.body.type === 'BlockStatement';
    // Defaults of parameters do not see the body's variables.
    for (const p of node.params) pattern(p, inner);
    if (!block) return visit(node.body, inner);
    const body = nested(inner);
    hoistedNames(node.body.body, body.names);
    lexicalNames(node.body.body, body.names);
    list(node.body.body, body);
  };

  const list = (nodes: (Node | null)[], scope: Scope): void => {
    for (const node of nodes) {
      if (node?.type === 'ExpressionStatement') beginnings.add(node.start);
      if (node) visit(node, scope);
    }
  };

  const visit = (node: Node | null | undefined, scope: Scope): void => {
    if (!node) return;
    switch (node.type) {
      case 'Identifier': return reference(node, scope);
      case 'ImportDeclaration': case 'ExportAllDeclaration': case 'BreakStatement': case 'ContinueStatement': case 'MetaProperty': return;
      case 'ExportNamedDeclaration': return visit(node.declaration, scope);
      case 'MemberExpression':
        visit(node.object, scope);
        if (node.computed) visit(node.property, scope);
        return;
      case 'CallExpression':
        if (node.callee.type === 'Identifier') reference(node.callee, scope, 'call');
        else visit(node.callee, scope);
        return list(node.arguments, scope);
      case 'TaggedTemplateExpression':
        if (node.tag.type === 'Identifier') reference(node.tag, scope, 'call');
        else visit(node.tag, scope);
        return visit(node.quasi, scope);
      case 'Property':
        if (node.shorthand) {
          // In an assignment pattern the value may carry a default: `{ a = 1 } = x`.
          const value: Node = node.value;
          if (value.type === 'Identifier') return reference(value, scope, 'shorthand');
          reference(value.left, scope, 'shorthand');
          return visit(value.right, scope);
        }
        if (node.computed) visit(node.key, scope);
        return visit(node.value, scope);
      case 'PropertyDefinition': case 'MethodDefinition':
        if (node.computed) visit(node.key, scope);
        return visit(node.value, scope);
      case 'StaticBlock': {
        const inner = nested(scope);
        hoistedNames(node.body, inner.names);
        lexicalNames(node.body, inner.names);
        return list(node.body, inner);
      }
      case 'LabeledStatement': return visit(node.body, scope);
      case 'FunctionDeclaration': case 'FunctionExpression': case 'ArrowFunctionExpression': return functionScope(node, scope);
      case 'ClassDeclaration': case 'ClassExpression': {
        const inner = nested(scope, ...(node.id ? [node.id.name as string] : []));
        visit(node.superClass, inner);
        return list(node.body.body, inner);
      }
      case 'BlockStatement': {
        const inner = nested(scope);
        lexicalNames(node.body, inner.names);
        return list(node.body, inner);
      }
      case 'SwitchStatement': {
        visit(node.discriminant, scope);
        const inner = nested(scope);
        for (const c of node.cases) lexicalNames(c.consequent, inner.names);
        for (const c of node.cases) {
          visit(c.test, inner);
          list(c.consequent, inner);
        }
        return;
      }
      case 'ForStatement': case 'ForInStatement': case 'ForOfStatement': {
        const inner = nested(scope);
        const declared: Node | null = node.init ?? node.left ?? null;
        if (declared?.type === 'VariableDeclaration') lexicalNames([declared], inner.names);
        for (const key of ['init', 'left', 'right', 'test', 'update', 'body']) visit(node[key], inner);
        return;
      }
      case 'CatchClause': {
        const inner = nested(scope, ...patternNames(node.param));
        pattern(node.param, inner);
        return visit(node.body, inner);
      }
      case 'VariableDeclaration':
        for (const d of node.declarations) {
          pattern(d.id, scope);
          visit(d.init, scope);
        }
        return;
    }
    eachChild(node, (child) => visit(child, scope));
  };

  const top = nested({ names: new Set(), up: null });
  hoistedNames(tree.body, top.names);
  lexicalNames(tree.body, top.names);
  for (const name of names) top.names.delete(name);
  list(tree.body, top);
}
