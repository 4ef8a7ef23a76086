// No type field: the import decides.
import { basename } from 'node:path';
console.log(basename(import.meta.filename), typeof require, await Promise.resolve('awaited'));
export {};
