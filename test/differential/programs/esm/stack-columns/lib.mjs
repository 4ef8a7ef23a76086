export let count = 1;
count = 2;
export function fail() { throw new Error('fail'); }
export default () => { throw new Error('default'); };
