'use strict';
// Constants cannot be changed; the objects they are in can be added to where Node's can.
const all = { os: require('os').constants, errno: require('os').constants.errno, signals: require('os').constants.signals, priority: require('os').constants.priority, dlopen: require('os').constants.dlopen, fs: require('fs').constants, fsPromises: require('fs').promises.constants, zlib: require('zlib').constants, crypto: require('crypto').constants, constants: require('constants') };
for (const [name, constants] of Object.entries(all)) {
  const [first] = Object.keys(constants).filter((key) => typeof constants[key] !== 'object');
  const { writable, enumerable, configurable } = Object.getOwnPropertyDescriptor(constants, first);
  let said = 'assigned';
  try { constants[first] = 5; } catch (e) { said = e.message; }
  let added = 'added';
  try { constants.extra = 1; delete constants.extra; } catch (e) { added = e.message; }
  console.log(name, first, writable, enumerable, configurable, said, added, Object.getPrototypeOf(constants) === null, Object.isFrozen(constants));
}
