// `this` of a strict function that a script of a context calls by its name alone.
const vm = require('node:vm');
console.log(vm.runInNewContext('function f() { "use strict"; return typeof this; } f()'));
