// node: --no-warnings --experimental-loader ./hooks.mjs
import json from './data.yaml';
console.log(json);
console.log(import.meta.resolve('./x.mjs').endsWith('/x.mjs'));
