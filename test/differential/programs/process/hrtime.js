// hrtime and uptime: shapes, order, refusals.
const a = process.hrtime(), b = process.hrtime(a), c = process.hrtime.bigint();
console.log(a.length, a.every(Number.isInteger), b[0] === 0, b[1] > 0, typeof c, process.hrtime.bigint() > c, process.uptime() > 0, process.uptime() < 100);
for (const bad of [5, [1], [1, 2, 3], 'x']) try { process.hrtime(bad); } catch (e) { console.log(e.name, e.code, e.message); }
