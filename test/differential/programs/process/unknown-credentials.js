// Users and groups that do not exist are named; process is an instance of its constructor.
const tell = (f) => { try { f(); console.log('done'); } catch (e) { console.log(e.name, e.code, e.message); } };
tell(() => process.setgroups(['no-such-group']));
tell(() => process.setgroups(['root', 'nor-this']));
tell(() => process.initgroups(123456, 1000));
tell(() => process.initgroups('root', 'no-such-group'));
console.log(process instanceof process.constructor, process.constructor.prototype === Object.getPrototypeOf(process), process.constructor.name, process.constructor.length);
const os = require('node:os');
tell(() => os.getPriority(-1));
tell(() => os.setPriority(-2, 3));
