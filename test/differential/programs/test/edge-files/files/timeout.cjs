require('node:test').test('slow', { timeout: 50 }, (t) => new Promise((r) => setTimeout(r, 5000).unref()));
