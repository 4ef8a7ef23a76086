/** The parser Node's library carries, with the few options needed here. */
import type { Internal, NodeRuntime } from '../runtime.ts';

/** A node of the ESTree. Its members depend on `type`. */
export interface Node { type: string; start: number; end: number; [member: string]: Internal }

const OPTIONS = { ecmaVersion: 'latest', allowHashBang: true, allowReturnOutsideFunction: true } as const;

function acorn(rt: NodeRuntime): Internal {
  return rt.requireBuiltin('internal/deps/acorn/acorn/dist/acorn');
}

/** Throws acorn's SyntaxError, with `pos` and `loc`. Return statements are allowed everywhere unless told otherwise: the text may become a function's body. */
export function parseScript(rt: NodeRuntime, code: string, allowReturnOutsideFunction = true): Node {
  return acorn(rt).parse(code, { ...OPTIONS, allowReturnOutsideFunction, sourceType: 'script' });
}

export function parseModule(rt: NodeRuntime, code: string): Node {
  const parse = (text: string): Node => acorn(rt).parse(text, { ...OPTIONS, allowReturnOutsideFunction: false, sourceType: 'module' });
  try {
    return parse(code);
  } catch (e) {
    // The parser does not know `import source x from` and `import.source()`: it reads them without the word.
    const found = new Set<number>();
    const text = code.replace(SOURCE_IMPORT, (all, word: string, at: number) => {
      found.add(at);
      return `import${word.replace(/\S/g, ' ')}${all.slice('import'.length + word.length)}`;
    });
    if (found.size === 0) throw e;
    const tree = parse(text);
    walk(tree, (node) => {
      if ((node.type === 'ImportDeclaration' || node.type === 'ImportExpression') && found.has(node.start)) node.phase = 'source';
    });
    return tree;
  }
}

const SOURCE_IMPORT = /\bimport(\s+source(?=\s+(?!from\s*['"])[\p{ID_Continue}$]+\s+from\b)|\s*\.\s*source(?=\s*\())/gu;

/** Length of the token at `pos`; 1 where none can be read. */
export function tokenLength(rt: NodeRuntime, code: string, pos: number): number {
  try {
    const token = acorn(rt).tokenizer(code.slice(pos, pos + 1000), OPTIONS).getToken();
    return token.start === 0 ? Math.max(1, token.end) : 1;
  } catch {
    return 1;
  }
}

/** Up to `limit` tokens from `pos` on, as far as they can be read without what stands before. */
export function tokensFrom(rt: NodeRuntime, code: string, pos: number, limit: number): { start: number; end: number }[] {
  const out: { start: number; end: number }[] = [];
  try {
    const tokenizer = acorn(rt).tokenizer(code.slice(pos, pos + 5000), OPTIONS);
    for (let i = 0; i < limit; i++) {
      const { start, end } = tokenizer.getToken();
      if (end === start) break;
      out.push({ start: pos + start, end: pos + end });
    }
  } catch {
    // The rest is no sequence of tokens.
  }
  return out;
}

/** Members that may hold nodes, by node type: asking each node anew for its keys took a third of a module's loading time. */
const members = new Map<string, string[]>();
const NONE: string[] = [];
for (const type of ['Identifier', 'Literal', 'TemplateElement', 'ThisExpression', 'Super', 'PrivateIdentifier']) members.set(type, NONE);

/** Calls back for each child of a node, in source order, with the member it is in. */
export function eachChild(node: Node, callback: (child: Node, member: string) => void): void {
  let keys = members.get(node.type);
  if (keys === undefined) {
    keys = Object.keys(node).filter((key) => key !== 'type' && key !== 'start' && key !== 'end');
    members.set(node.type, keys);
  }
  for (const key of keys) {
    const child: unknown = node[key];
    if (typeof child !== 'object' || child === null) continue;
    if (Array.isArray(child)) {
      for (const item of child) if (item !== null && typeof item === 'object' && typeof item.type === 'string') callback(item, key);
    } else if (typeof (child as Node).type === 'string') {
      callback(child as Node, key);
    }
  }
}

/** Whether a node has a body of its own: what is awaited in it is not awaited around it. */
export const isFunctionLike = ({ type }: Node): boolean => type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression' || type === 'StaticBlock';

/** Visits a tree in source order; `enter` returns false to stay out of a node's children. */
export function walk(node: Node, enter: (node: Node) => boolean | void): void {
  const visit = (n: Node): void => {
    if (enter(n) !== false) eachChild(n, visit);
  };
  visit(node);
}

/** Names a binding pattern declares. */
export function patternNames(pattern: Node | null, out: string[] = []): string[] {
  switch (pattern?.type) {
    case 'Identifier': out.push(pattern.name); break;
    case 'ObjectPattern': for (const p of pattern.properties) patternNames(p.type === 'RestElement' ? p.argument : p.value, out); break;
    case 'ArrayPattern': for (const p of pattern.elements) patternNames(p, out); break;
    case 'AssignmentPattern': patternNames(pattern.left, out); break;
    case 'RestElement': patternNames(pattern.argument, out); break;
  }
  return out;
}

export interface Edit { start: number; end: number; text: string }

/** Applies edits that do not overlap. */
export function applyEdits(code: string, edits: Edit[]): string {
  edits.sort((a, b) => a.start - b.start || a.end - b.end);
  let out = '';
  let at = 0;
  for (const { start, end, text } of edits) {
    out += code.slice(at, start) + text;
    at = end;
  }
  return out + code.slice(at);
}
