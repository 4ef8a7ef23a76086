export let value = 1;
export const set = (v) => { value = v; };
