/**
 * Evaluate() of ECMA-262's cyclic module records, asynchronous evaluation included. The names of the steps are the specification's.
 *
 * A generator hands out the bodies instead of running them: the engine counts every frame into a trace's limit, also those that no trace shows, and a body
 * called from here would have one for each level of the graph below it.
 */
import { type Capability, type ModuleRecord, STATUS } from './record.ts';

// A program may put another in its place (zone.js does), which modules must not wait with.
const NativePromise = Promise;

const promiseThen = Promise.prototype.then;
const DONE = -1;
let orders = 0;

function newCapability(): Capability {
  let resolve!: Capability['resolve'];
  let reject!: Capability['reject'];
  const promise = new NativePromise<unknown>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

const pending = (module: ModuleRecord): boolean => module.asyncOrder > 0;

/** Bodies to run, one after the other; what one returns or throws goes back in. In the end the promise of the graph's evaluation: everything that is not behind a top-level await has run then. */
export type Evaluation = Generator<() => unknown, Promise<unknown>, unknown>;

export function* evaluation(root: ModuleRecord): Evaluation {
  let module = root;
  if (module.status >= STATUS.EVALUATED && module.cycleRoot !== null) module = module.cycleRoot;
  if (module.capability !== null) return module.capability.promise;
  const capability = module.capability = newCapability();
  const stack: ModuleRecord[] = [];
  try {
    yield* inner(module, stack, 0);
    if (!pending(module)) capability.resolve(undefined);
  } catch (e) {
    for (const member of stack) {
      member.status = STATUS.ERRORED;
      member.error = e;
      member.cycleRoot ??= member;
    }
    capability.reject(e);
  }
  return capability.promise;
}

/** Evaluates a graph without top-level await and throws what it throws. The loop stands in ModuleWrap's `evaluate` as well: shared, it would be one more frame in every trace. */
export function evaluateNow(root: ModuleRecord): void {
  const steps = evaluation(root);
  let step = steps.next();
  while (!step.done) {
    let result: unknown;
    try {
      result = step.value();
    } catch (e) {
      step = steps.throw(e);
      continue;
    }
    step = steps.next(result);
  }
  const promise = step.value;
  // The error is thrown here: the promise must not be reported as an unhandled rejection as well.
  void promiseThen.call(promise, undefined, () => {});
  if (root.status === STATUS.ERRORED) throw root.error;
}

function* inner(module: ModuleRecord, stack: ModuleRecord[], index: number): Generator<() => unknown, number, unknown> {
  if (module.status === STATUS.ERRORED) throw module.error;
  if (module.status >= STATUS.EVALUATING) return index;
  module.status = STATUS.EVALUATING;
  module.index = module.ancestor = index++;
  module.pendingAsync = 0;
  stack.push(module);
  for (const link of module.needed) {
    // Most have been here: a generator for each of their imports would be made in vain.
    if (link.status < STATUS.EVALUATING) index = yield* inner(link, stack, index);
    else if (link.status === STATUS.ERRORED) throw link.error;
    let required = link;
    if (required.status === STATUS.EVALUATING) {
      module.ancestor = Math.min(module.ancestor, required.ancestor);
    } else {
      required = required.cycleRoot!;
      if (required.status === STATUS.ERRORED) throw required.error;
    }
    if (pending(required)) {
      module.pendingAsync++;
      required.asyncParents.push(module);
    }
  }
  if (module.pendingAsync > 0 || module.hasTopLevelAwait) {
    module.asyncOrder = ++orders;
    if (module.pendingAsync === 0) waitFor(module, (yield module.prepared()) as Promise<unknown>);
  } else {
    yield module.prepared();
  }
  if (module.ancestor === module.index) {
    for (;;) {
      const member = stack.pop()!;
      member.status = STATUS.EVALUATED;
      member.cycleRoot = module;
      if (member === module) break;
    }
  }
  return index;
}

function waitFor(module: ModuleRecord, result: Promise<unknown>): void {
  void promiseThen.call(result, () => fulfilled(module), (e) => rejected(module, e));
}

function gatherAvailableAncestors(module: ModuleRecord, list: ModuleRecord[]): void {
  for (const parent of module.asyncParents) {
    if (list.includes(parent) || parent.cycleRoot?.status === STATUS.ERRORED || parent.status === STATUS.ERRORED) continue;
    if (--parent.pendingAsync > 0) continue;
    list.push(parent);
    if (!parent.hasTopLevelAwait) gatherAvailableAncestors(parent, list);
  }
}

function finish(module: ModuleRecord): void {
  module.asyncOrder = DONE;
  module.capability?.resolve(undefined);
}

function fulfilled(module: ModuleRecord): void {
  if (module.status === STATUS.ERRORED) return;
  finish(module);
  const list: ModuleRecord[] = [];
  gatherAvailableAncestors(module, list);
  list.sort((a, b) => a.asyncOrder - b.asyncOrder);
  for (const ready of list) {
    if (ready.status === STATUS.ERRORED) continue;
    if (ready.hasTopLevelAwait) {
      waitFor(ready, ready.prepared()() as Promise<unknown>);
      continue;
    }
    try {
      ready.prepared()();
    } catch (e) {
      rejected(ready, e);
      continue;
    }
    finish(ready);
  }
}

function rejected(module: ModuleRecord, error: unknown): void {
  if (module.status === STATUS.ERRORED) return;
  module.status = STATUS.ERRORED;
  module.error = error;
  module.asyncOrder = DONE;
  for (const parent of module.asyncParents) rejected(parent, error);
  module.capability?.reject(error);
}
