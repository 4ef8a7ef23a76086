// A domain goes along with promises, and gets the rejections nobody handles.
const domain = require('domain');
const d = domain.create();
d.on('error', (e) => console.log('error', e.message));
d.run(() => { Promise.reject(new Error('one')); });
d.run(() => { Promise.resolve().then(() => console.log('then', process.domain === d)); });
d.run(async () => { await null; console.log('await', process.domain === d); });
process.on('uncaughtException', (e) => console.log('uncaught', e.message));
