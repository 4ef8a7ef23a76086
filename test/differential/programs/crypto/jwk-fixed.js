const crypto = require('node:crypto');
const t = (f) => { try { console.log(f()); } catch (e) { console.log(e.name, e.code, e.message); } };
// Appendix A of RFC 7517 and 8037.
const jwks = [
  { kty: 'EC', crv: 'P-256', x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4', y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM', d: '870MB6gfuTJ4HtUnUvYMyJpr5eUZNP4Bk43bVdj3eAE' },
  { kty: 'OKP', crv: 'Ed25519', d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' },
];
for (const key of jwks) {
  const k = crypto.createPrivateKey({ key, format: 'jwk' });
  console.log(k.asymmetricKeyType, k.export({ format: 'jwk' }), k.export({ type: 'pkcs8', format: 'pem' }), crypto.createPublicKey(k).export({ type: 'spki', format: 'pem' }));
}
const ed = crypto.createPrivateKey({ key: jwks[1], format: 'jwk' });
console.log(crypto.sign(null, Buffer.from('eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc'), ed).toString('base64url'));
t(() => crypto.createPrivateKey({ key: { ...jwks[0], d: undefined }, format: 'jwk' }));
t(() => crypto.createPublicKey({ key: { ...jwks[0], y: jwks[0].x }, format: 'jwk' }));
t(() => crypto.createPublicKey({ key: 'text', format: 'jwk' }));
