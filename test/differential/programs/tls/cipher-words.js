// Words of cipher lists: which are known, and which commands.
const tls = require('node:tls');
for (const ciphers of ['DEFAULT', 'DEFAULT:@SECLEVEL=0', 'DEFAULT@SECLEVEL=0', 'AES128-SHA256@SECLEVEL=0', 'AES256-SHA@SECLEVEL=0:AES128-SHA', 'ALL@SECLEVEL=1', '@SECLEVEL=0', 'DEFAULT:@SECLEVEL=9', 'DEFAULT:@OTHER',
  'kRSA:@STRENGTH', 'other:DEFAULT', 'other', '', '!AES', 'ECDHE+AESGCM', 'PSK', 'PSK-AES256-CBC-SHA', 'NULL', 'eNULL', 'aNULL', 'NULL-SHA256', 'ADH-AES128-SHA', 'AECDH-AES128-SHA', 'AECDH-NULL-SHA', 'CAMELLIA',
  'CAMELLIA128-SHA', 'ARIA256', 'AES256-CCM8', 'ECDHE-ECDSA-AES256-CCM', 'ECDHE-RSA-AES256-CCM', 'DHE-DSS-AES128-SHA', 'RC4', 'RC4-SHA', '3DES', 'DES-CBC3-SHA']) {
  try {
    tls.createSecureContext({ ciphers });
    console.log(ciphers, 'taken');
  } catch (error) {
    console.log(ciphers, error.code, error.message);
  }
}
