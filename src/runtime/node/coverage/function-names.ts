/** The name that V8 shows for a function: its own, else the one it is given where it is made. */
import type { Node } from '../vm/acorn.ts';

const keyName = (key: Node): string => (key.type === 'Literal' ? String(key.value) : key.type === 'PrivateIdentifier' ? `#${key.name}` : key.name ?? '');

/** `a.b.c` of a chain of names; undefined for anything else. */
function path(node: Node): string | undefined {
  if (node.type === 'Identifier') return node.name;
  if (node.type !== 'MemberExpression' || (node.computed && node.property.type !== 'Literal')) return undefined;
  const object = path(node.object);
  return object === undefined ? keyName(node.property) : `${object}.${keyName(node.property)}`;
}

/** What a variable, an assignment or `export default` gives its name to. */
function target(holder: Node | undefined): string {
  switch (holder?.type) {
    case 'VariableDeclarator': return holder.id.type === 'Identifier' ? holder.id.name : '';
    case 'AssignmentExpression': return path(holder.left) ?? '';
    case 'ExportDefaultDeclaration': return 'default';
    default: return '';
  }
}

/** @param holder the member, variable or assignment it is the value of. `owner`: the class of a member, or what an object is the value of */
export function functionName(node: Node, holder: Node | undefined, owner: Node | undefined): string {
  if (node.id) return node.id.name;
  switch (holder?.type) {
    case 'MethodDefinition': case 'Property': case 'PropertyDefinition': {
      if (holder.kind === 'constructor') return owner?.id?.name ?? '';
      if (holder.computed && holder.key.type !== 'Literal') return target(owner);
      const name = keyName(holder.key);
      return holder.kind === 'get' || holder.kind === 'set' ? `${holder.kind} ${name}` : name;
    }
    default: return target(holder);
  }
}
