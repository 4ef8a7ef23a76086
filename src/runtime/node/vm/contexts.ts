/** The contexts of a process, by the objects that stand for them. */
import type { NodeRuntime } from '../runtime.ts';
import { perRuntime } from '../streams/per-runtime.ts';
import type { Context } from './context.ts';

export const contexts = perRuntime(() => new WeakMap<object, Context>());

export function contextOf(rt: NodeRuntime, object: object): Context {
  const context = contexts(rt).get(object);
  if (context === undefined) throw new TypeError('The object is no context of this process');
  return context;
}
