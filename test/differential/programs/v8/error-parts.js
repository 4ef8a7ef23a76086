// In which order the parts of an error are written: message, stack, cause.
const v8 = require('node:v8');
const error = new RangeError('r', { cause: { c: 1 } });
error.stack = 'S';
const bytes = v8.serialize(error);
console.log(bytes.toString('hex'));
const other = Object.assign(new Error('m', { cause: undefined }), { stack: 5 });
console.log(v8.serialize(other).toString('hex'));
const { name, message, stack, cause } = v8.deserialize(bytes);
console.log(name, message, stack, cause);
console.log(process.release);
