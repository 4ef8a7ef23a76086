// A script that runs longer than it may: it ends by itself after a while, so that nothing hangs where it is not interrupted.
const vm = require('node:vm');
const started = Date.now();
try {
  vm.runInNewContext('const until = Date.now() + 1500; while (Date.now() < until);', { Date }, { timeout: 50 });
} catch (e) { console.log(e.code, e.message); }
console.log(Date.now() - started < 1000 ? 'interrupted' : 'told afterwards');
