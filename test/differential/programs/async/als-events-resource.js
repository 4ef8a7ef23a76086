const { AsyncLocalStorage, AsyncResource, executionAsyncId, triggerAsyncId } = require('async_hooks'); const { EventEmitterAsyncResource } = require('events'); const als = new AsyncLocalStorage();
const e = als.run('made', () => new EventEmitterAsyncResource({ name: 'E' })); e.on('x', () => console.log('listener', als.getStore(), executionAsyncId() === e.asyncId)); als.run('emitting', () => e.emit('x'));
class Pool extends AsyncResource { constructor() { super('Pool'); } done(f) { this.runInAsyncScope(f); this.emitDestroy(); } }
als.run('task', () => { const p = new Pool(); setTimeout(() => als.run('other', () => p.done(() => console.log(als.getStore(), executionAsyncId() === p.asyncId(), triggerAsyncId() === p.triggerAsyncId()))), 1); });
for (const bad of [() => new AsyncResource(), () => new AsyncResource(5), () => new AsyncResource('x', { triggerAsyncId: -2 })]) try { bad(); } catch (err) { console.log(err.code ?? err.name); }
