import type { Internal } from '../runtime.ts';

/** Lays classes over a binding's shape under their keys, which are also their names: the bundler renames a class whose name another file uses at its top level, and the name shows when a handle is inspected. */
export function expose(shape: Internal, classes: { [name: string]: Function }): Internal {
  for (const name in classes) {
    if (!Object.hasOwn(classes, name)) continue;
    Object.defineProperty(classes[name], 'name', { value: name, configurable: true });
    shape[name] = classes[name];
  }
  return shape;
}
