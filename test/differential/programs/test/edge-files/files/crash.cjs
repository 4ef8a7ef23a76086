require('node:test').test('ok', () => {}); setTimeout(() => { throw new Error('later'); }, 50);
