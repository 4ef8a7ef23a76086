console.log(arguments.length, arguments[0] === exports, arguments[1] === require, arguments[2] === module, arguments[3] === __filename, arguments[4] === __dirname, typeof arguments.callee);
console.log((function () { return this === globalThis; })(), this === module.exports, typeof globalThis.require, new.target);
console.log(arguments.callee.toString().slice(0, 70).split('\n')[0]);
var undeclaredGlobal = 1; implicit = 2; console.log(globalThis.undeclaredGlobal, globalThis.implicit, delete globalThis.implicit);
if (false) var hoistedVar = 1; console.log(hoistedVar, typeof hoistedFn); function hoistedFn() {}
