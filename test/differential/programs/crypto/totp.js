// RFC 6238 with the RFC's secret.
const crypto = require('node:crypto');
for (const [hash, secret] of [['sha1', '12345678901234567890'], ['sha256', '12345678901234567890123456789012'], ['sha512', '1234567890123456789012345678901234567890123456789012345678901234']]) for (const time of [59, 1111111109, 20000000000]) {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(time / 30)));
  const mac = crypto.createHmac(hash, secret).update(counter).digest();
  const at = mac[mac.length - 1] & 15;
  console.log(hash, time, String((mac.readUInt32BE(at) & 0x7fffffff) % 1e8).padStart(8, '0'));
}
