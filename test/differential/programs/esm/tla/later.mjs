import './a.mjs'; import { b } from './b.mjs'; console.log('later', b); export let failed = false; try { await Promise.reject(new Error('x')); } catch { failed = true; }
