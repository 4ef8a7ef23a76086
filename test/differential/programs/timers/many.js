const out = [];
for (const ms of [90, 30, 60, 30]) setTimeout((v) => out.push(v), ms, ms);
const i = setInterval(() => { out.push('i'); if (out.filter((x) => x === 'i').length === 3) clearInterval(i); }, 300);
const unref = setTimeout(() => console.log('never'), 100000).unref();
console.log(unref.hasRef(), typeof i[Symbol.toPrimitive](), i.hasRef());
const cleared = setTimeout(() => console.log('cleared'), 5); clearTimeout(cleared);
const c2 = setImmediate(() => console.log('cleared imm')); clearImmediate(c2);
const refreshed = setTimeout(() => out.push('refreshed'), 100); setTimeout(() => refreshed.refresh(), 60);
process.on('exit', () => console.log(out.join(' ')));
setTimeout(function () { console.log(this.constructor.name, arguments.length); nested(5); }, 1, 1, 2);
const nested = (n) => (n === 0 ? setImmediate(() => console.log('nested done')) : setImmediate(nested, n - 1));
try { setTimeout('string', 1); } catch (e) { console.log(e.code, e.message); }
setTimeout(() => {}, 2 ** 40); clearTimeout();
setTimeout(() => process.exit(), 1500);
