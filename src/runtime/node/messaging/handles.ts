/** Objects of bindings that travel inside messages: what C++ does for BaseObjects with clone data. */
import type { NodeRuntime } from '../runtime.ts';
import { perRuntime } from '../streams/per-runtime.ts';

/** Method of such an object: its kind and what makes it anew. `data` is what a structured clone could have made: no objects without a prototype, and none of a class. */
export const CLONE_HANDLE: unique symbol = Symbol('clone of a handle');
export interface CloneableHandle { [CLONE_HANDLE](): { kind: string; data: unknown } }

/** How objects of each kind are made from their data. A binding adds its own when it is created. */
export const handleKinds = perRuntime(() => new Map<string, (data: unknown) => object>());

/** The binding in which a kind is defined, for a thread that has not used it yet: `kind` begins with its name and a colon. */
export function makeHandle(rt: NodeRuntime, kind: string, data: unknown): object {
  const kinds = handleKinds(rt);
  if (!kinds.has(kind)) rt.internalBinding(kind.slice(0, kind.indexOf(':')));
  const make = kinds.get(kind);
  if (make === undefined) throw new Error(`no handle of the kind ${kind}`);
  return make(data);
}

/** Objects whose prototypes are the library's own, so that no method of ours can lie on them. */
const hidden = new WeakMap<object, () => { kind: string; data: unknown }>();

/** Says how `object` travels, without a trace on it. */
export function hideClone(object: object, clone: () => { kind: string; data: unknown }): void {
  hidden.set(object, clone);
}

export const isCloneableHandle = (value: object): value is CloneableHandle => CLONE_HANDLE in value || hidden.has(value);

/** Kind and data of such an object. */
export const cloneHandle = (value: CloneableHandle): { kind: string; data: unknown } => (hidden.get(value) ?? (() => value[CLONE_HANDLE]()))();
