const { createHook, AsyncResource } = require('async_hooks');
for (const bad of [{ init: 5 }, { before: 'x' }, { promiseResolve: {} }]) try { createHook(bad); } catch (e) { console.log(e.code, e.message); }
const h = createHook({ init() {} }); console.log(h.enable() === h, h.disable() === h, typeof h);
const r = new AsyncResource('R', { requireManualDestroy: true }); try { r.runInAsyncScope(() => { throw new Error('inside'); }); } catch (e) { console.log(e.message); } console.log(r.emitDestroy() === r); try { r.emitDestroy(); } catch (e) { console.log(e.name); }
