// node: --enable-source-maps
const f = new Function('throw new Error("fn")\n//# sourceURL=my-virtual.js');
try { f(); } catch (e) { console.log(e.message, e.stack.includes('my-virtual.js')); }
const vm = require('vm'); const s = new vm.Script('throw new Error("s")\n//# sourceMappingURL=x.map', { filename: 'named.js' }); console.log(s.sourceMapURL);
try { s.runInThisContext(); } catch (e) { console.log(e.stack.split('\n').find((l) => l.includes('at '))); }
console.log(new vm.Script('1').sourceMapURL, new vm.Script('"//# sourceMappingURL=in-string"').sourceMapURL);
