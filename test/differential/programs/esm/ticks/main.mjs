// How many microtasks each part of a graph's evaluation takes.
let ticks = 0, stop = false;
const done = [];
(function tick() { if (stop) return; ticks++; if (ticks < 60) Promise.resolve().then(tick); })();
const mark = (name) => (v) => { done.push(name); };
const p1 = import('./plain.mjs').then(mark('plain'));
const p2 = import('./tla.mjs').then(mark('tla'));
const p3 = import('./parent.mjs').then(mark('parent'));
await Promise.all([p1, p2, p3]);
stop = true;
console.log(done.join(' '));
