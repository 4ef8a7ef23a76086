// Bytes that give more characters than a string can hold: every way to decode them says so, and none gives less.
const { constants, Buffer } = require('buffer');
const util = require('util');
const say = (e) => [e.name, e.code, e.message, e.stack.split('\n')[0], Object.keys(e)].join(' | ');
const big = Buffer.alloc(constants.MAX_STRING_LENGTH + 1);
for (const encoding of ['utf8', 'latin1', 'ascii', 'hex', 'base64', 'base64url']) {
  try { console.log(encoding, big.toString(encoding).length); } catch (e) { console.log(encoding, say(e)); }
}
try { console.log(new util.TextDecoder().decode(big).length); } catch (e) { console.log(say(e)); }
console.log(big.subarray(1).toString('latin1').length === constants.MAX_STRING_LENGTH, big.toString('utf16le').length);
