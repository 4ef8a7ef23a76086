const crypto = require('node:crypto');
const load = (text) => crypto.createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
const rsa = load('MIICdQIBADANBgkqhkiG9w0BAQEFAASCAl8wggJbAgEAAoGBAMKBcaXLm5KTps6T3j/LJ3m7WdJ0YAqv2hvITFBmyzu7zdv0dv4ojFDvTlYhAAvAGqAuo/scC74IJGiTIUS+8DuJFjQo7Q6Cbqe+E5h2K7LLfyRpIiIbVIjgtVWqA8iNG0r7TOS2g5qz950DqXj8PEwfWjd7QqNg6CPAI4C5qvLJAgMBAAECgYAqFZ/lY5yRpmjdIZlg7C/qYuMYah2tskba5Ae/Db7DeescwFROwa86g8zLTfCYmkQojG7mkjboMxLNnagBG98WYYxwp3A/osUcV0DZLcyByie1Q7UkzExfjjWikqFHYp+2pTsH3hFwr9tgK/00ZlKccWydqQdWBvoG3XEIOch6AQJBAPdChIq9C5tw0kysO38vedJlDyVh3Oe9Y0oy8k6dB+l7T3IZ6vFwHfAoH8Cw0HzUOd8rJMbmBLQTYPELk41vU1kCQQDJYYwpsH9YbUbQIKhPDm2RvG51wIzP6dW+kRsQznz53Xx+aK7vljfG16Yle6XoECLufYOwu6vGwU1TZF8ThdzxAkB43r52J+XVrbhQHN3U1buCmz5lMsrPSiiQbAlBXsgwXcQ/beYI8prf/G1RP94bN4+2xZtr06O298Yq71LJEAO5AkAsPrlr43JnPEMlsTcpf3MFZRAj4PVPLQIgR4NZ0vRUdZxHrbpZu3hvwKupapxN+1WhboRDjUg1d/0ESHY3NN8RAkAmAVFrgQZ+De7oFrFIcHik0jT/AOaCRptlWIUJDZLGXDH7D2MPXVs4LjF8ioQIktwULQEy3szOmWtOjPoz1gI4');
const ed = load('MC4CAQAwBQYDK2VwBCIEIO1U2cHqirOMdpwpMTmY3/zcYMeNdtpbbXoNGw8xjO1K');
crypto.sign('sha256', Buffer.from('a'), rsa, (err, signature) => {
  console.log(err, signature.length, Buffer.isBuffer(signature));
  crypto.verify('sha256', Buffer.from('a'), rsa, signature, (err2, ok) => {
    console.log(err2, ok);
    crypto.sign('sha256', Buffer.from('a'), ed, (err3) => console.log(err3.code, err3.message));
  });
});
console.log('first');
