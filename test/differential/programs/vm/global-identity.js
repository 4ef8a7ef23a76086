// What the contextified object names as itself is the global object for the context's code; what is constant there cannot be assigned.
const vm = require('vm');
const ctx = vm.createContext({});
ctx.window = ctx; ctx.self = ctx; ctx.doc = { view: ctx };
console.log(vm.runInContext('[window === this, window === globalThis, self === window, doc.view === window, Object.is(globalThis.window, this), window.window === window]', ctx).join());
console.log(vm.runInContext('window', ctx) === vm.runInContext('this', ctx), vm.runInContext('window', ctx) === ctx);
vm.runInContext('Object.defineProperty(this, "foo", { get() { return doc.view } }); var same = foo === this', ctx);
console.log(ctx.same);
vm.runInContext('window.put = 1; var own = window; function f() { return window === this && own === window } var called = f();', ctx);
console.log(ctx.put, ctx.called, ctx.own === ctx);
const told = (text) => { try { console.log(vm.runInContext(text, ctx)); } catch (e) { console.log(e.name, e.message); } };
vm.runInContext('Object.defineProperty(this, "x", { value: 42 }); Object.defineProperty(this, "g", { get() { return 1 } }); Object.defineProperty(this, "h", { get() { return 1 }, configurable: true })', ctx);
for (const name of ['x', 'h', 'undefined', 'NaN']) { told(`${name} = 0; ${name}`); told(`"use strict"; ${name} = 0; ${name}`); }
told('"use strict"; (() => { x++ })()');
told('"use strict"; missing = 1');
told('"use strict"; typeof missing');
told('"use strict"; window.y = 2; y = 3; y');
told('"use strict"; delete globalThis.y; typeof y');
told('(function () { "use strict"; window.z = 1; z = 2; return z })()');
const sandbox = new Proxy({ foo: 'bar' }, { getOwnPropertyDescriptor() { throw new Error('whoops'); } });
console.log(vm.runInContext('1', vm.createContext(sandbox)));
