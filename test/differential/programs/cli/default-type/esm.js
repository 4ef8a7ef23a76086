import fs from 'node:fs'; export const x = typeof fs.readFileSync; console.log(typeof require);
