import { value, set } from './lib.mjs';
set(3);
await null; console.log(value); value.missing.deep;
