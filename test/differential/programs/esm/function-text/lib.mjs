export let live = () => 1;
export const set = (v) => { live = v; };
