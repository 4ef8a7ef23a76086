/** Link() of ECMA-262's cyclic module records. */
import { codedError } from '../fs/cp-links.ts';
import { type ModuleRecord, STATUS } from './record.ts';

/** Throws the first error in the specification's order; every module met is then unlinked again. */
export function link(root: ModuleRecord): void {
  if (root.links === null) throw codedError('ERR_VM_MODULE_LINK_FAILURE', 'module is not linked');
  const stack: ModuleRecord[] = [];
  try {
    inner(root, stack, 0);
  } catch (e) {
    for (const module of stack) module.status = STATUS.UNLINKED;
    throw e;
  }
}

function inner(module: ModuleRecord, stack: ModuleRecord[], index: number): number {
  if (module.status !== STATUS.UNLINKED) return index;
  if (module.links === null) {
    const first = module.syntax!.requests[0];
    if (first !== undefined) throw codedError('ERR_VM_MODULE_LINK_FAILURE', `request for '${first.specifier}' can not be resolved on module '${module.url}' that is not linked`);
    module.links = [];
  }
  module.status = STATUS.LINKING;
  module.index = module.ancestor = index++;
  stack.push(module);
  let asyncGraph = module.hasTopLevelAwait;
  for (const required of module.needed) {
    index = inner(required, stack, index);
    if (required.status === STATUS.LINKING) module.ancestor = Math.min(module.ancestor, required.ancestor);
    else asyncGraph ||= required.asyncGraph;
  }
  module.asyncGraph = asyncGraph;
  module.checkImports();
  if (module.ancestor !== module.index) return index;
  const cycle = stack.slice(stack.indexOf(module));
  const inCycle = cycle.length > 1 || module.links.includes(module);
  const anyAsync = cycle.some((member) => member.asyncGraph);
  // Still on the stack: an error while compiling undoes them.
  for (const member of cycle) {
    member.asyncGraph = anyAsync;
    member.initialize(inCycle);
  }
  stack.length -= cycle.length;
  for (const member of cycle) member.status = STATUS.LINKED;
  return index;
}
