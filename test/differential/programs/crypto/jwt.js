// As libraries for JSON Web Tokens do it.
const load = (text) => crypto.createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
const rsa = load('MIICdQIBADANBgkqhkiG9w0BAQEFAASCAl8wggJbAgEAAoGBAMKBcaXLm5KTps6T3j/LJ3m7WdJ0YAqv2hvITFBmyzu7zdv0dv4ojFDvTlYhAAvAGqAuo/scC74IJGiTIUS+8DuJFjQo7Q6Cbqe+E5h2K7LLfyRpIiIbVIjgtVWqA8iNG0r7TOS2g5qz950DqXj8PEwfWjd7QqNg6CPAI4C5qvLJAgMBAAECgYAqFZ/lY5yRpmjdIZlg7C/qYuMYah2tskba5Ae/Db7DeescwFROwa86g8zLTfCYmkQojG7mkjboMxLNnagBG98WYYxwp3A/osUcV0DZLcyByie1Q7UkzExfjjWikqFHYp+2pTsH3hFwr9tgK/00ZlKccWydqQdWBvoG3XEIOch6AQJBAPdChIq9C5tw0kysO38vedJlDyVh3Oe9Y0oy8k6dB+l7T3IZ6vFwHfAoH8Cw0HzUOd8rJMbmBLQTYPELk41vU1kCQQDJYYwpsH9YbUbQIKhPDm2RvG51wIzP6dW+kRsQznz53Xx+aK7vljfG16Yle6XoECLufYOwu6vGwU1TZF8ThdzxAkB43r52J+XVrbhQHN3U1buCmz5lMsrPSiiQbAlBXsgwXcQ/beYI8prf/G1RP94bN4+2xZtr06O298Yq71LJEAO5AkAsPrlr43JnPEMlsTcpf3MFZRAj4PVPLQIgR4NZ0vRUdZxHrbpZu3hvwKupapxN+1WhboRDjUg1d/0ESHY3NN8RAkAmAVFrgQZ+De7oFrFIcHik0jT/AOaCRptlWIUJDZLGXDH7D2MPXVs4LjF8ioQIktwULQEy3szOmWtOjPoz1gI4');
const b64 = (o) => Buffer.from(JSON.stringify(o)).toString('base64url');
const input = b64({ alg: 'RS256', typ: 'JWT' }) + '.' + b64({ sub: 'me', iat: 1516239022 });
const token = input + '.' + crypto.createSign('RSA-SHA256').update(input).sign(rsa, 'base64url');
console.log(token);
const [h, p, s] = token.split('.');
console.log(crypto.createVerify('RSA-SHA256').update(h + '.' + p).verify(crypto.createPublicKey(rsa).export({ type: 'spki', format: 'pem' }), s, 'base64url'), JSON.parse(Buffer.from(p, 'base64url')));
console.log(crypto.createHmac('sha256', 'secret').update(input).digest('base64url'));
const es = crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' });
const sig = crypto.sign('sha256', Buffer.from(input), { key: es.privateKey, dsaEncoding: 'ieee-p1363' });
console.log(sig.length, crypto.verify('sha256', Buffer.from(input), { key: es.publicKey, dsaEncoding: 'ieee-p1363' }, sig));
