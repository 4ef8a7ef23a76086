// A certificate whose public key is no key: everything else of it is told.
const { X509Certificate, generateKeyPairSync } = require('node:crypto');
const der = Buffer.from('MIIB6zCCAVSgAwIBAgIBBTANBgkqhkiG9w0BAQsFADARMQ8wDQYDVQQDDAZicm9rZW4wHhcNMjYxMTI1MTUyNDQzWhcNMzYxMTIyMTUyNDQzWjARMQ8wDQYDVQQDDAZicm9rZW4wgZ8wDQYJKoZIhvcNAQEBBQADgY0AMIGJAoGBAPjHgJsXn66rce94+2aUvpAxWCWhM+JiEyJ0juf3e+EcIKqa33AoP6u0UhDce+7N7kkv9UYNq7k0qyc3MXQVx0KCSI1DL787ic/LIYNlilBXS0/nLcE1fTHVXt02XQBBtQ/Tcxmm5f2VOyd5JXKTSj5CjhK7WvPy210G+SsqCalrAgMBAAGjUzBRMB0GA1UdDgQWBBQiq7uZh8arESCYIgo6ynyb6b4v2jAfBgNVHSMEGDAWgBQiq7uZh8arESCYIgo6ynyb6b4v2jAPBgNVHRMBAf8EBTADAQH/MA0GCSqGSIb3DQEBCwUAA4GBAHN/s5Y1wq3GaoP0GMmU/AloFAZwgXB8YG0uMHOKqTlW4P4fmTnxPD5JrM+YSkXkeLayFgnv/HJ4M8iTXTXEofbiGp4Jzn6r6bR54AKcMuK+jGRVlba1CuuAXPDyBhNjJ06aVHekfquNgtm8s+dPBUtD5VXGvf7VTwCQCAxB7j1U', 'base64');
// The sequence of modulus and exponent, behind the bit string's count of unused bits, gets another tag.
const at = der.indexOf(Buffer.from('0030818902818100', 'hex'));
der[at + 1] = 0x38;
const broken = new X509Certificate(der);
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const told = { key: () => broken.publicKey, subject: () => broken.subject, issued: () => broken.checkIssued(broken), serial: () => broken.serialNumber, verified: () => broken.verify(publicKey) };
for (const [name, ask] of Object.entries(told)) {
  try {
    console.log(name, ask());
  } catch (error) {
    console.log(name, error.name, error.code, error.message, error.opensslErrorStack);
  }
}
// A signature nobody has a name for.
const odd = Buffer.from(der);
odd[at + 1] = 0x30;
for (let i = odd.indexOf('2a864886f70d01010b', 'hex'); i >= 0; i = odd.indexOf('2a864886f70d01010b', i + 1, 'hex')) odd[i + 8] = 0x7d;
const unnamed = new X509Certificate(odd);
console.log(unnamed.signatureAlgorithm, unnamed.signatureAlgorithmOid, unnamed.checkIssued(unnamed), unnamed.verify(unnamed.publicKey));
