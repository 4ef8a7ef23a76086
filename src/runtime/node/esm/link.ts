/** Link() of ECMA-262's cyclic module records. */
import { type ModuleRecord, STATUS } from './record.ts';

/** Throws the first error in the specification's order; every module met is then unlinked again. */
export function link(root: ModuleRecord): void {
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
  if (module.links === null) throw Object.assign(new Error('module is not linked'), { code: 'ERR_VM_MODULE_LINK_FAILURE' });
  module.status = STATUS.LINKING;
  module.index = module.ancestor = index++;
  stack.push(module);
  let asyncGraph = module.hasTopLevelAwait;
  for (const required of module.links) {
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
