const { subtle } = globalThis.crypto;
const t = async (name, f) => { try { console.log(name, await f()); } catch (e) { console.log(name, e.name, e.code, e.message); } };
const hex = (b) => Buffer.from(b).toString('hex');
const data = new TextEncoder().encode('some data');
const publicExponent = new Uint8Array([1, 0, 1]);
for (const name of ['RSASSA-PKCS1-v1_5', 'RSA-PSS']) {
  const { publicKey, privateKey } = await subtle.generateKey({ name, modulusLength: 1024, publicExponent, hash: 'SHA-256' }, true, ['sign', 'verify']);
  const algorithm = name === 'RSA-PSS' ? { name, saltLength: 20 } : name;
  const signature = await subtle.sign(algorithm, privateKey, data);
  console.log(publicKey.algorithm, signature.byteLength, await subtle.verify(algorithm, publicKey, signature, data), await subtle.verify(algorithm, publicKey, signature, publicExponent));
  const jwk = await subtle.exportKey('jwk', publicKey);
  console.log(Object.keys(jwk), jwk.alg, jwk.e, (await subtle.exportKey('spki', publicKey)).byteLength, (await subtle.importKey('jwk', jwk, { name, hash: 'SHA-256' }, true, ['verify'])).algorithm);
  await t('other hash', () => subtle.importKey('jwk', jwk, { name, hash: 'SHA-512' }, true, ['verify']));
  await t('long salt', () => subtle.sign({ name: 'RSA-PSS', saltLength: 500 }, privateKey, data));
}
await t('exponent', () => subtle.generateKey({ name: 'RSA-PSS', modulusLength: 1024, publicExponent: new Uint8Array([2]), hash: 'SHA-256' }, true, ['sign']));
