import './a.mjs';
console.log('b run');
export const b = 2;
