// How a test runner makes its environment: a context with the globals it hands in.
const vm = require('vm');
const context = vm.createContext();
const global = vm.runInContext('this', context);
global.global = global; global.setTimeout = setTimeout; global.Buffer = Buffer; global.process = process; global.URL = URL;
Object.defineProperty(global, 'lazy', { configurable: true, enumerable: true, get() { return 'lazy'; } });
const script = new vm.Script('({"Object.<anonymous>":function(module,exports,require,__dirname,__filename,jest){const x = lazy; exports.a = () => [x, typeof process, typeof global, global === globalThis, this === exports]; }});', { filename: '/t/test.js' });
const wrapper = script.runInContext(context)['Object.<anonymous>'];
const module_ = { exports: {} };
wrapper.call(module_.exports, module_, module_.exports, require, '/t', '/t/test.js', {});
console.log(module_.exports.a());
vm.runInContext('globalThis.later = 1; describe = function () {}', context); console.log(global.later, typeof context.describe, vm.isContext(context));
