const { subtle } = globalThis.crypto;
const t = async (name, f) => { try { console.log(name, await f()); } catch (e) { console.log(name, e.name, e.code, e.message); } };
const hex = (b) => Buffer.from(b).toString('hex');
const data = new TextEncoder().encode('some data');
for (const [jwk, algorithm, usages] of [
  [{ kty: 'oct', k: 'AAAA', alg: 'A128CBC' }, 'AES-CBC', ['encrypt']],
  [{ kty: 'oct', k: 'AAAAAAAAAAAAAAAAAAAAAA', alg: 'A128CBC' }, 'AES-CBC', ['encrypt']],
  [{ kty: 'oct', k: 'AAAAAAAAAAAAAAAAAAAAAA', alg: 'A256CBC' }, 'AES-CBC', ['encrypt']],
  [{ kty: 'oct', k: 'AAAAAAAAAAAAAAAAAAAAAA', key_ops: ['decrypt'] }, 'AES-CBC', ['encrypt']],
  [{ kty: 'oct', k: 'AAAAAAAAAAAAAAAAAAAAAA', ext: false }, 'AES-CBC', ['encrypt']],
  [{ kty: 'RSA' }, 'AES-CBC', ['encrypt']],
  [{ kty: 'oct', k: 'AAAA' }, { name: 'HMAC', hash: 'SHA-256' }, ['sign']],
  [{ kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' }, { name: 'ECDSA', namedCurve: 'P-256' }, ['verify']],
  [{ kty: 'OKP', crv: 'Ed25519', x: 'AA' }, 'Ed25519', ['verify']],
]) await t(JSON.stringify(jwk), async () => (await subtle.importKey('jwk', jwk, algorithm, true, usages)).algorithm);
