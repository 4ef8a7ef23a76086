// What a context changes in its own built-ins stays there.
const vm = require('vm');
const ctx = vm.createContext({});
vm.runInContext('Array.prototype.mine = 1; Object.prototype.polluted = 2; Date = null; Math.PI2 = 6', ctx);
console.log([].mine, {}.polluted, typeof Date, Math.PI2, vm.runInContext('[].mine + ({}).polluted', ctx));
