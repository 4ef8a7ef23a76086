import { createRequire } from 'node:module';
import v from 'pkg';
console.log(v, createRequire(import.meta.url)('pkg'), import.meta.resolve('pkg').split('/').pop());
