/** Trees as the JSON that the client's `export` reads. */
import { FileInode } from '../fs/file-inode.ts';
import { SymlinkInode } from '../fs/inode.ts';
import type { TreeNode } from '../fs/load-tree.ts';
import type { Selected } from '../fs/select-tree.ts';

const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A tree, or for a file that one node, with which the client says that it does not export single files. */
export function toJsonTree(node: Selected): TreeNode {
  if (node instanceof FileInode) return { f: contentOf(node) };
  if (node instanceof SymlinkInode) return { f: { l: node.target } };
  // Without a prototype: a file may be called __proto__.
  const d = Object.create(null) as { [name: string]: TreeNode };
  for (const [name, child] of node.children) d[name] = toJsonTree(child);
  return { d };
}

function contentOf(inode: FileInode): { c: string; b?: boolean } {
  const bytes = inode.read(0, inode.size);
  try {
    return { c: strictDecoder.decode(bytes) };
  } catch {
    // Not text: one character per byte, as the client expects it.
    const parts: string[] = [];
    for (let at = 0; at < bytes.length; at += 8192) parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
    return { c: parts.join(''), b: true };
  }
}
