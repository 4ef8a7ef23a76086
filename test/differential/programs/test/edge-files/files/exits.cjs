require('node:test').test('never', (t) => process.exit(3));
