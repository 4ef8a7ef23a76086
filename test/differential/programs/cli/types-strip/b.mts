import type { T } from './types.ts'; import { type U, value } from './types.ts'; export type { T }; const x: T & U = value as never; console.log(x, import.meta.url.endsWith('b.mts'));
