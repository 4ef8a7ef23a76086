const crypto = require('node:crypto');
const load = (text) => crypto.createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
const rsa = load('MIICdQIBADANBgkqhkiG9w0BAQEFAASCAl8wggJbAgEAAoGBAMKBcaXLm5KTps6T3j/LJ3m7WdJ0YAqv2hvITFBmyzu7zdv0dv4ojFDvTlYhAAvAGqAuo/scC74IJGiTIUS+8DuJFjQo7Q6Cbqe+E5h2K7LLfyRpIiIbVIjgtVWqA8iNG0r7TOS2g5qz950DqXj8PEwfWjd7QqNg6CPAI4C5qvLJAgMBAAECgYAqFZ/lY5yRpmjdIZlg7C/qYuMYah2tskba5Ae/Db7DeescwFROwa86g8zLTfCYmkQojG7mkjboMxLNnagBG98WYYxwp3A/osUcV0DZLcyByie1Q7UkzExfjjWikqFHYp+2pTsH3hFwr9tgK/00ZlKccWydqQdWBvoG3XEIOch6AQJBAPdChIq9C5tw0kysO38vedJlDyVh3Oe9Y0oy8k6dB+l7T3IZ6vFwHfAoH8Cw0HzUOd8rJMbmBLQTYPELk41vU1kCQQDJYYwpsH9YbUbQIKhPDm2RvG51wIzP6dW+kRsQznz53Xx+aK7vljfG16Yle6XoECLufYOwu6vGwU1TZF8ThdzxAkB43r52J+XVrbhQHN3U1buCmz5lMsrPSiiQbAlBXsgwXcQ/beYI8prf/G1RP94bN4+2xZtr06O298Yq71LJEAO5AkAsPrlr43JnPEMlsTcpf3MFZRAj4PVPLQIgR4NZ0vRUdZxHrbpZu3hvwKupapxN+1WhboRDjUg1d/0ESHY3NN8RAkAmAVFrgQZ+De7oFrFIcHik0jT/AOaCRptlWIUJDZLGXDH7D2MPXVs4LjF8ioQIktwULQEy3szOmWtOjPoz1gI4');
const { constants } = crypto;
const data = Buffer.from('a secret');
for (const options of [{}, { oaepHash: 'sha256' }, { oaepHash: 'sha384', oaepLabel: Buffer.from('label') }, { padding: constants.RSA_PKCS1_PADDING }]) {
  const hidden = crypto.publicEncrypt({ key: rsa, ...options }, data);
  console.log(hidden.length, crypto.privateDecrypt({ key: rsa, ...options }, hidden).toString());
}
const signed = crypto.privateEncrypt(rsa, data);
console.log(signed.toString('hex'), crypto.publicDecrypt(crypto.createPublicKey(rsa), signed).toString());
const block = Buffer.alloc(128, 1);
const raw = crypto.publicEncrypt({ key: rsa, padding: constants.RSA_NO_PADDING }, block);
console.log(raw.toString('hex'), crypto.privateDecrypt({ key: rsa, padding: constants.RSA_NO_PADDING }, raw).equals(block));
console.log(crypto.publicEncrypt(crypto.createPublicKey(rsa).export({ type: 'pkcs1', format: 'pem' }), data).length);
