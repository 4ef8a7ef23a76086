import f, { g, K, v } from './f.mjs';
console.log(f(), g(), new K().x, v);
