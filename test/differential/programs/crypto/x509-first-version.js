// A certificate of the first version that signed itself is no authority by what it says.
const assert = require('node:assert');
const { X509Certificate } = require('node:crypto');
const certificate = new X509Certificate(`-----BEGIN CERTIFICATE-----
MIIBHDCBwwIUKejKHVKU/cX1OG3gE9vvnB7W42wwCgYIKoZIzj0EAwIwEDEOMAwG
A1UEAwwFZmlyc3QwIBcNMjYxMTI1MTgwNTI5WhgPMjEyNjExMDExODA1MjlaMBAx
DjAMBgNVBAMMBWZpcnN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE4lCctq9k
iRKv+JNxJ4LIfmww+Vb4C8ddGlXbeoGnW+ASrx7TnWJcSMA1usBK4IdI77s9OrMD
z8XBg04S361OxzAKBggqhkjOPQQDAgNIADBFAiEAquXQgqhGq3ep0chTMMfAYnvd
CPX4TzcDrPl3QAoAB2gCID86DR8pTC8G1Ux7cCGzfF/X/ocISvbmcn2I0uIhyWw0
-----END CERTIFICATE-----`);
assert.strictEqual(certificate.ca, false);
assert.strictEqual(certificate.toLegacyObject().ca, false);
assert.strictEqual(certificate.checkIssued(certificate), true);
console.log(certificate.subject, certificate.issuer, certificate.ca);
