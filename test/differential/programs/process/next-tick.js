// Ticks: arguments, recursion before promises and timers, errors of a wrong argument.
const out = [];
setImmediate(() => { out.push('immediate'); console.log(out.join(' ')); });
Promise.resolve().then(() => { out.push('p1'); process.nextTick(() => out.push('tick in p')); }).then(() => out.push('p2'));
process.nextTick((a, b) => { out.push(a + b); process.nextTick(() => out.push('nested')); }, 'x', 'y');
process.nextTick(() => out.push('second'));
out.push('script');
for (const bad of [undefined, 5, 'f']) try { process.nextTick(bad); } catch (e) { out.push(e.code); }
