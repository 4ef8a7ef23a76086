// userInfo: shape, encodings, agreement with process.
const os = require('os');
const u = os.userInfo();
console.log(Object.keys(u).join(), u.uid === process.getuid(), u.gid === process.getgid(), typeof u.username, u.username.length > 0, typeof u.shell, u.homedir.startsWith('/'));
const b = os.userInfo({ encoding: 'buffer' });
console.log(Buffer.isBuffer(b.username), String(b.username) === u.username);
