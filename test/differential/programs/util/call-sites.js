const { getCallSites } = require('node:util');
function inner() { return getCallSites(3); }
function outer() { return inner(); }
for (const site of outer().slice(0, 2)) console.log(site.functionName, typeof site.scriptId, site.scriptName === __filename, site.lineNumber, site.columnNumber);
console.log(getCallSites(1).length, Object.keys(getCallSites(1)[0]));
for (const args of [[0], ['x'], [1, 'x']]) { try { console.log(getCallSites(...args).length); } catch (e) { console.log(e.code, e.message); } }
