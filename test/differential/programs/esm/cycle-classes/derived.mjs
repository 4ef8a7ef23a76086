import * as base from './base.mjs';
let D;
export const lazy = () => D ??= class extends base.Base { name() { return 'derived'; } };
export const Derived = new Proxy(function () {}, { construct: () => new (lazy())() });
