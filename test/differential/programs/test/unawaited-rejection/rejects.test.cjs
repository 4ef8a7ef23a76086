const test = require('node:test'); test('rejects', async () => { Promise.reject(new Error('unhandled')); await new Promise((r) => setTimeout(r, 20)); }); test('next', () => {});
