import { setTimeout as sleep, setImmediate as imm, setInterval as every, scheduler } from 'node:timers/promises';
console.log(await sleep(1, 'value'), await imm('imm'));
let n = 0;
for await (const v of every(1, 'tick')) { console.log(v); if (++n === 3) break; }
const ac = new AbortController();
setTimeout(() => ac.abort(), 1);
try { await sleep(10000, null, { signal: ac.signal }); } catch (e) { console.log(e.name, e.code, e.message); }
await scheduler.wait(1); await scheduler.yield();
console.log('done', typeof setTimeout(() => {}, 1).ref);
