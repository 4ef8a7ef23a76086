// How many frames a trace through vm has.
const vm = require('node:vm');
Error.stackTraceLimit = 10;
const stack = vm.runInThisContext('(function f(n) { return n === 0 ? new Error("deep").stack : f(n - 1); })')(2);
console.log(stack.split('\n').length, vm.runInThisContext('new Error("top").stack').split('\n').length);
