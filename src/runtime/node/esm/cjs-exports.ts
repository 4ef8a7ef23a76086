/**
 * Names a CommonJS module is expected to export, read off its text: the patterns that Node's lexer knows (what transpilers write), found in
 * the syntax tree. Where the lexer stops at a construct, this stops as well: more names would be a wrong answer too.
 */
import type { NodeRuntime } from '../runtime.ts';
import { type Node, parseScript, walk } from '../vm/acorn.ts';

const isName = (node: Node | null | undefined, name: string): boolean => node?.type === 'Identifier' && node.name === name;

/** `exports` or `module.exports`. */
function isExports(node: Node): boolean {
  return isName(node, 'exports') || isModuleExports(node);
}

function isModuleExports(node: Node): boolean {
  return node.type === 'MemberExpression' && !node.computed && isName(node.object, 'module') && isName(node.property, 'exports');
}

/** Specifier of the `require('x')` an expression begins with. */
function leadingRequire(node: Node | null): string | undefined {
  for (let n: Node | null = node; n !== null && n !== undefined;) {
    if (n.type === 'CallExpression' && isName(n.callee, 'require')) {
      const [argument] = n.arguments as Node[];
      return argument?.type === 'Literal' && typeof argument.value === 'string' ? argument.value : undefined;
    }
    n = n.callee ?? n.object ?? n.left ?? n.test ?? n.tag ?? null;
  }
  return undefined;
}

const requireOf = (node: Node | undefined): string | undefined => (node?.type === 'CallExpression' && isName(node.callee, 'require') ? leadingRequire(node) : undefined);

class Finder {
  readonly names = new Set<string>();
  reexports = new Set<string>();
  /** Variables that hold a required module, for Babel's star exports. */
  private readonly required = new Map<string, string>();
  private readonly code: string;
  constructor(code: string) {
    this.code = code;
  }

  find(tree: Node): void {
    for (const statement of tree.body as Node[]) this.topLevel(statement);
    walk(tree, (node) => {
      if (node.type === 'AssignmentExpression' && node.operator === '=') {
        if (node.left.type === 'MemberExpression') {
          if (isModuleExports(node.left)) this.moduleExports(node.right);
          else this.member(node.left);
        }
      } else if (node.type === 'BinaryExpression' && node.operator.startsWith('==') && node.left.type === 'MemberExpression') {
        // The lexer looks one character ahead.
        this.member(node.left);
      } else if (node.type === 'CallExpression') {
        this.defineProperty(node);
      }
    });
  }

  private member({ object, property, computed }: Node): void {
    if (!isExports(object)) return;
    if (!computed && property.end - property.start === property.name.length) this.names.add(property.name);
    else if (computed && property.type === 'Literal' && typeof property.value === 'string') this.names.add(property.value);
  }

  private moduleExports(value: Node): void {
    this.reexports = new Set();
    if (value.type === 'ObjectExpression') return this.literal(value);
    const specifier = leadingRequire(value);
    if (specifier !== undefined) this.reexports.add(specifier);
  }

  private literal(object: Node): void {
    for (const p of object.properties as Node[]) {
      if (p.type === 'SpreadElement') {
        const specifier = requireOf(p.argument);
        if (specifier !== undefined) this.reexports.add(specifier);
        else if (p.argument.type !== 'Identifier' && p.argument.type !== 'MemberExpression') return;
        continue;
      }
      if (p.kind !== 'init' || p.computed || (p.key.type === 'Literal' && typeof p.key.value !== 'string')) return;
      if (p.method && p.value.async) {
        this.names.add('async');
        return;
      }
      const name: string = p.key.type === 'Literal' ? p.key.value : p.key.name;
      if (!p.shorthand && !p.method && !this.startsWithWord(p)) return;
      this.names.add(name);
      if (p.shorthand) continue;
      const value: Node = p.value;
      const plain = value.type === 'Identifier' || value.type === 'ThisExpression' || (value.type === 'Literal' && /^(?:null|true|false)$/.test(value.raw));
      if (plain) continue;
      const specifier = leadingRequire(value);
      if (specifier !== undefined) this.reexports.add(specifier);
      return;
    }
  }

  private startsWithWord(property: Node): boolean {
    const between = this.code.slice(property.key.end, property.value.start);
    return !between.includes('(') && /^[\p{ID_Start}$_]/u.test(this.code.slice(property.value.start, property.value.start + 2));
  }

  private defineProperty(call: Node): void {
    const { callee } = call;
    if (callee.type !== 'MemberExpression' || !isName(callee.object, 'Object') || !isName(callee.property, 'defineProperty')) return;
    const [target, key, descriptor] = call.arguments as (Node | undefined)[];
    if (target === undefined || !isExports(target) || typeof key?.value !== 'string' || descriptor?.type !== 'ObjectExpression') return;
    const [first, second] = descriptor.properties as (Node | undefined)[];
    const property = isName(first?.key, 'enumerable') && first!.value.value === true ? second : first;
    if (isName(property?.key, 'value') || (isName(property?.key, 'get') && isPlainGetter(property!.value))) this.names.add(key.value);
  }

  private topLevel(statement: Node): void {
    if (statement.type === 'VariableDeclaration') {
      for (const { id, init } of statement.declarations as Node[]) {
        const wildcard = init?.type === 'CallExpression' && isName(init.callee, '_interopRequireWildcard');
        const specifier = requireOf(wildcard ? init.arguments[0] : init ?? undefined);
        if (id.type === 'Identifier' && specifier !== undefined) this.required.set(id.name, specifier);
      }
      return;
    }
    if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'CallExpression') return;
    const call: Node = statement.expression;
    const callee: Node = call.callee;
    const name: string | undefined = callee.type === 'Identifier' ? callee.name : callee.type === 'MemberExpression' && !callee.computed ? callee.property.name : undefined;
    if (name === '__export' || name === '__exportStar') {
      const specifier = requireOf(call.arguments[0]);
      if (specifier !== undefined) this.reexports.add(specifier);
    } else if (name === 'forEach') {
      const keys: Node = callee.object;
      if (keys.type !== 'CallExpression' || keys.callee.type !== 'MemberExpression' || !isName(keys.callee.object, 'Object') || !isName(keys.callee.property, 'keys')) return;
      const specifier = this.required.get(keys.arguments[0]?.name);
      if (specifier !== undefined && /\bexports\b/.test(this.code.slice(call.start, call.end))) this.reexports.add(specifier);
    }
  }
}

/** A function that only returns a name or one of its members. */
function isPlainGetter(value: Node): boolean {
  if (value.type !== 'FunctionExpression' || value.body.body.length !== 1) return false;
  const [statement] = value.body.body as Node[];
  if (statement!.type !== 'ReturnStatement') return false;
  const result: Node | null = statement!.argument;
  if (result?.type === 'Identifier') return true;
  return result?.type === 'MemberExpression' && result.object.type === 'Identifier' && (!result.computed || result.property.type === 'Literal');
}

/** [names, specifiers of whole modules exported again]. Text that does not parse exports nothing. */
export function cjsExports(rt: NodeRuntime, code: string): [Set<string>, string[]] {
  let tree: Node;
  try {
    tree = parseScript(rt, code);
  } catch {
    return [new Set(), []];
  }
  const finder = new Finder(code);
  finder.find(tree);
  return [finder.names, [...finder.reexports]];
}
