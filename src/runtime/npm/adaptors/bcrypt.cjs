/** In the place of the native part of bcrypt, over bcryptjs. */
'use strict';
const bcryptjs = require('./umd/index.js');

/** A salt as that part writes it: its version, the rounds within their bounds, and the bytes. */
function gen_salt_sync(minor, rounds, seed) {
  if (seed.length !== 16) throw new TypeError('Requires 16 byte seed');
  return `$2${minor}$${String(Math.min(31, Math.max(4, Math.trunc(rounds)))).padStart(2, '0')}$${bcryptjs.encodeBase64(seed, 16)}`;
}

const text = (data) => (typeof data === 'string' ? data : data.toString());

function encrypt_sync(data, salt) {
  try {
    return bcryptjs.hashSync(text(data), salt);
  } catch {
    throw new Error('Invalid salt. Salt must be in the form of: $Vers$log2(NumRounds)$saltvalue');
  }
}

function compare_sync(data, hash) {
  try {
    return bcryptjs.compareSync(text(data), text(hash));
  } catch {
    return false;
  }
}

/** The same, which calls back in a later turn of the loop. */
const later = (run) => (...args) => {
  const callback = args.pop();
  setImmediate(() => {
    let result;
    try {
      result = run(...args);
    } catch (error) {
      return callback(error);
    }
    callback(null, result);
  });
};

module.exports = {
  gen_salt_sync, encrypt_sync, compare_sync, gen_salt: later(gen_salt_sync), encrypt: later(encrypt_sync), compare: later(compare_sync),
  get_rounds: (hash) => bcryptjs.getRounds(text(hash)),
};
