/** Modules that the rare bindings use too: the build fills this table (`src/build/node-bundle.ts`), because a script of their own cannot import them. */
import type { Binding } from './runtime.ts';

let table: { readonly [path: string]: unknown } = {};

/** Called once, by the generated entry. */
export function shareModules(modules: { readonly [path: string]: unknown }): void {
  table = modules;
}

interface Scope { __tabloomShared?: typeof table; __tabloomRare?: ReadonlyMap<string, Binding> }

/** Runs the script of the rare bindings, which leaves them behind; nothing of the exchange stays where a program could see it. */
export function loadRareBindings(importScript: () => void): ReadonlyMap<string, Binding> {
  const scope = globalThis as Scope;
  scope.__tabloomShared = table;
  try {
    importScript();
    return scope.__tabloomRare!;
  } finally {
    delete scope.__tabloomShared;
    delete scope.__tabloomRare;
  }
}
