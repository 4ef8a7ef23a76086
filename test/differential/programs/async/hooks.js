const ah = require('node:async_hooks');
const seen = [];
const hook = ah.createHook({ init(id, type) { if (['Timeout', 'Immediate', 'TickObject', 'MINE'].includes(type)) seen.push(`init ${type}`); }, before() { seen.push('before'); }, after() { seen.push('after'); }, destroy() { seen.push('destroy'); } }).enable();
console.log(ah.executionAsyncId(), ah.triggerAsyncId());
setTimeout(() => { seen.push('timeout'); }, 1);
setImmediate(() => { seen.push('immediate'); });
const r = new ah.AsyncResource('MINE'); r.runInAsyncScope(() => seen.push('scope')); r.emitDestroy();
setTimeout(() => { hook.disable(); console.log(seen.slice(0, 8).join(', ')); console.log(ah.executionAsyncId() > 1); }, 10);
