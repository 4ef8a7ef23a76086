import { run } from './circle.mjs'
export function double(n) { console.log(n * 2, typeof run) }
export function tag(parts, n) { console.log(parts.length, n, this) }
