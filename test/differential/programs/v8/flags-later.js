// Flags of the engine that a program would notice.
const v8 = require('node:v8');
try {
  v8.setFlagsFromString('--expose-gc');
  console.log(typeof require('node:vm').runInNewContext('gc'));
} catch (e) { console.log(e.code, e.message); }
