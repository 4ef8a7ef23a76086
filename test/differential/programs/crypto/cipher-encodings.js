const crypto = require('node:crypto');
const key = Buffer.alloc(32, 1), iv = Buffer.alloc(16, 2);
for (const [input, output] of [['utf8', 'hex'], ['utf8', 'base64'], ['latin1', 'binary'], ['hex', 'hex']]) {
  const c = crypto.createCipheriv('aes-256-cbc', key, iv);
  const text = c.update(input === 'hex' ? 'abcdef' : 'hé€llo', input, output) + c.final(output);
  const d = crypto.createDecipheriv('aes-256-cbc', key, iv);
  console.log(input, output, JSON.stringify(text), JSON.stringify(d.update(text, output, input) + d.final(input)));
}
const c = crypto.createCipheriv('aes-128-ecb', Buffer.alloc(16), null).setAutoPadding(false);
console.log(c.update(Buffer.alloc(32), null, 'hex'), c.final('hex'));
const m = crypto.createCipheriv('aes-256-cbc', key, iv);
m.update('x', 'utf8', 'hex');
try { m.final('base64'); } catch (e) { console.log(e.code, e.message); }
