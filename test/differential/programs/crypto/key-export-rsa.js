const crypto = require('node:crypto');
const load = (text) => crypto.createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
const rsa = load('MIICdQIBADANBgkqhkiG9w0BAQEFAASCAl8wggJbAgEAAoGBAMKBcaXLm5KTps6T3j/LJ3m7WdJ0YAqv2hvITFBmyzu7zdv0dv4ojFDvTlYhAAvAGqAuo/scC74IJGiTIUS+8DuJFjQo7Q6Cbqe+E5h2K7LLfyRpIiIbVIjgtVWqA8iNG0r7TOS2g5qz950DqXj8PEwfWjd7QqNg6CPAI4C5qvLJAgMBAAECgYAqFZ/lY5yRpmjdIZlg7C/qYuMYah2tskba5Ae/Db7DeescwFROwa86g8zLTfCYmkQojG7mkjboMxLNnagBG98WYYxwp3A/osUcV0DZLcyByie1Q7UkzExfjjWikqFHYp+2pTsH3hFwr9tgK/00ZlKccWydqQdWBvoG3XEIOch6AQJBAPdChIq9C5tw0kysO38vedJlDyVh3Oe9Y0oy8k6dB+l7T3IZ6vFwHfAoH8Cw0HzUOd8rJMbmBLQTYPELk41vU1kCQQDJYYwpsH9YbUbQIKhPDm2RvG51wIzP6dW+kRsQznz53Xx+aK7vljfG16Yle6XoECLufYOwu6vGwU1TZF8ThdzxAkB43r52J+XVrbhQHN3U1buCmz5lMsrPSiiQbAlBXsgwXcQ/beYI8prf/G1RP94bN4+2xZtr06O298Yq71LJEAO5AkAsPrlr43JnPEMlsTcpf3MFZRAj4PVPLQIgR4NZ0vRUdZxHrbpZu3hvwKupapxN+1WhboRDjUg1d/0ESHY3NN8RAkAmAVFrgQZ+De7oFrFIcHik0jT/AOaCRptlWIUJDZLGXDH7D2MPXVs4LjF8ioQIktwULQEy3szOmWtOjPoz1gI4');
const t = (f) => { try { console.log(f()); } catch (e) { console.log(e.name, e.code, e.message); } };
const pub = crypto.createPublicKey(rsa);
console.log(rsa, rsa.type, rsa.asymmetricKeyType, rsa.asymmetricKeyDetails, pub, pub.type, pub.asymmetricKeyType, pub.asymmetricKeyDetails);
for (const type of ['pkcs8', 'pkcs1', 'sec1', 'spki']) {
  t(() => rsa.export({ type, format: 'pem' }));
  t(() => rsa.export({ type, format: 'der' }).toString('hex'));
  t(() => pub.export({ type, format: 'pem' }));
}
t(() => rsa.export({ format: 'jwk' }));
t(() => pub.export({ format: 'jwk' }));
for (const format of ['raw-public', 'raw-private', 'raw-seed']) { t(() => rsa.export({ format })); t(() => pub.export({ format })); }
console.log(pub.equals(crypto.createPublicKey(rsa)), rsa.equals(load(rsa.export({ type: 'pkcs8', format: 'der' }).toString('base64'))), pub.equals(rsa));
