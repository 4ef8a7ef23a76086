function first() { second(); }
function second() { require('./thrower').go(); }
try { first(); } catch (e) { console.log(e.stack.replaceAll(__dirname, '<cwd>').split('\n').slice(0, 5).join('\n')); }
try { null.x; } catch (e) { console.log(e.stack.replaceAll(__dirname, '<cwd>').split('\n')[1]); }
const sites = (() => { const p = Error.prepareStackTrace; Error.prepareStackTrace = (_, s) => s; const s = new Error().stack; Error.prepareStackTrace = p; return s; })();
console.log(sites[0].getFileName().replace(__dirname, '<cwd>'), sites[0].getLineNumber(), sites[0].getColumnNumber(), sites[1].getFunctionName());
console.log(require('util').getCallSites(1)[0].lineNumber, first.toString());
class Boom extends Error { constructor() { super('boom'); this.name = 'Boom'; } }
const e = new Boom(); e.extra = { deep: [1] };
console.log(require('util').inspect(e).replaceAll(__dirname, '<cwd>').split('\n    at ')[0]);
require('./uncaught');
