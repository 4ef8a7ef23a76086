export let v = 1; export let f = () => 'f'; export let tag = (s, ...x) => s.join('|') + x; export const touch = () => { v = v; f = f; tag = tag; };
