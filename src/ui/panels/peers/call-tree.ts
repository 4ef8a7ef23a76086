import type { Call } from '../../../peers/call-record.ts';

export interface CallNode {
  call: Call;
  /** What the run that answers it has called in turn. */
  children: CallNode[];
}

/** The calls as a tree: below each call those that its run has made, oldest first; at the top those of runs that answer no call here. */
export function callTree(calls: readonly Call[]): CallNode[] {
  const ordered = [...calls].sort((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1));
  const byRunner = new Map<string, CallNode>();
  const nodes = ordered.map((call): CallNode => ({ call, children: [] }));
  for (const node of nodes) if (node.call.runner) byRunner.set(node.call.runner.run, node);
  const top: CallNode[] = [];
  for (const node of nodes) {
    const parent = byRunner.get(node.call.caller.run);
    // Records that name each other in a circle would be in no tree; a call is older than what its run calls.
    if (parent && parent !== node && parent.call.created <= node.call.created && nodes.indexOf(parent) < nodes.indexOf(node)) parent.children.push(node);
    else top.push(node);
  }
  return top;
}
