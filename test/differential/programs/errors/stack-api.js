function capture() { const o = {}; Error.captureStackTrace(o, capture); return o.stack.split('\n').slice(0, 3); }
console.log(capture());
Error.stackTraceLimit = 2;
console.log(new Error('limited').stack);
Error.stackTraceLimit = 10;
const saved = Error.prepareStackTrace;
Error.prepareStackTrace = (err, sites) => sites.map((s) => [s.getFunctionName(), s.getTypeName(), s.getFileName(), s.getLineNumber(), s.getColumnNumber(), s.isNative(), s.isToplevel(), s.isConstructor(), s.isEval(), s.getMethodName()]);
class K { constructor() { this.s = new Error('x').stack; } method() { return new Error('y').stack[0]; } }
console.log(new K().s.slice(0, 2), new K().method());
Error.prepareStackTrace = saved;
console.log(new Error('restored').stack.split('\n').slice(0, 2));
const sites = require('node:util').getCallSites(1);
console.log(sites.map((s) => [s.functionName, s.scriptName, s.lineNumber, s.columnNumber]));
console.log([1].map(function cb() { return new Error('in map').stack.split('\n').slice(1, 4); })[0]);
(async () => { await 1; console.log(new Error('async').stack.split('\n').slice(0, 2)); })().then(async function named() { await null; return (async function deeper() { await 0; console.log(new Error('deep').stack.split('\n').slice(0, 2)); })(); });
