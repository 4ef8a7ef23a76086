export const b = 'b', a = 'a';
export default function f() {}
export let Z = 1, _ = 2, $ = 3, é = 4;
