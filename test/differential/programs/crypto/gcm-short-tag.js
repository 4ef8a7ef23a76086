// A short tag, taken as it comes, is warned of; one whose length was told before is not.
const { createDecipheriv } = require('node:crypto');
const key = Buffer.alloc(16), iv = Buffer.alloc(12);
process.on('warning', ({ name, code, message }) => console.log(name, code, message));
const give = (cipher, length, options) => {
  try {
    createDecipheriv(cipher, key, iv, options).setAuthTag(Buffer.alloc(length));
    console.log(cipher, length, options, 'taken');
  } catch (error) {
    console.log(cipher, length, options, error.message);
  }
};
give('aes-128-gcm', 16);
give('aes-128-gcm', 12, { authTagLength: 12 });
give('aes-128-ccm', 12, { authTagLength: 12 });
setImmediate(() => {
  console.log('now a short one, twice');
  give('aes-128-gcm', 12);
  give('aes-128-gcm', 3);
  give('aes-128-gcm', 4);
  setImmediate(() => give('aes-128-gcm', 8));
});
