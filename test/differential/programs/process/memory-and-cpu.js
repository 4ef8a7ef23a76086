// Shapes of cpuUsage and its refusals.
const u = process.cpuUsage();
console.log(Object.keys(u), u.user >= 0, u.system >= 0);
const d = process.cpuUsage(u);
console.log(d.user >= 0, Object.keys(d));
for (const bad of [5, {}, { user: -1, system: 0 }, { user: 'x', system: 0 }, { user: 1, system: Infinity }]) try { process.cpuUsage(bad); console.log('ok'); } catch (e) { console.log(e.name, e.code, e.message); }
