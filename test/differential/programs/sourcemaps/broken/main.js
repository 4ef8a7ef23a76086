// node: --enable-source-maps
require('./a.js'); require('./b.js'); require('./c.js');
console.log(require('module').findSourceMap(require.resolve('./a.js')), require('module').findSourceMap(require.resolve('./b.js')));
try { require('./c.js')(); } catch (e) { console.log(e.stack.split('\n')[1]); }
