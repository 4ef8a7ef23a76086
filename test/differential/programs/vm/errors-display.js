const vm = require('vm');
const show = (f) => { try { f(); } catch (e) { console.log(e.stack.split('\n').slice(0, 6).join('\n')); console.log('--'); } };
show(() => vm.runInThisContext('var x = ;', 'bad.js'));
show(() => vm.runInThisContext('\n\n  throw new Error("run")', { filename: 'run.js' }));
show(() => vm.runInThisContext('null.x', { filename: 'off.js', lineOffset: 10, columnOffset: 5 }));
show(() => new vm.Script('a b', { filename: 'script.js', lineOffset: 3 }));
show(() => vm.runInThisContext('throw new Error("hidden")', { filename: 'h.js', displayErrors: false }));
show(() => vm.runInNewContext('nope()', {}, 'ctx.js'));
show(() => vm.runInNewContext('function f() { throw new TypeError("in f") }\nf()', {}, { filename: 'f.js' }));
