// node: --enable-source-maps
Error.prepareStackTrace = (e, sites) => sites.slice(0, 2).map((s) => `${s.getFunctionName()}:${s.getLineNumber()}:${s.getColumnNumber()}`).join(' ');
function f() { return new Error('x').stack; }
console.log(f());
Error.prepareStackTrace = undefined; console.log(f().split('\n').length > 2);
