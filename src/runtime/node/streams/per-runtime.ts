import type { NodeRuntime } from '../runtime.ts';

/** Makes `build` run once per runtime: binding classes extend each other across bindings, so all must see the same ones. */
export function perRuntime<T>(build: (rt: NodeRuntime) => T): (rt: NodeRuntime) => T {
  const built = new WeakMap<NodeRuntime, { value: T }>();
  return (rt) => {
    let entry = built.get(rt);
    if (!entry) built.set(rt, entry = { value: build(rt) });
    return entry.value;
  };
}
