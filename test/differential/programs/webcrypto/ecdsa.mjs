const { subtle } = globalThis.crypto;
const t = async (name, f) => { try { console.log(name, await f()); } catch (e) { console.log(name, e.name, e.code, e.message); } };
const hex = (b) => Buffer.from(b).toString('hex');
const data = new TextEncoder().encode('some data');
for (const namedCurve of ['P-256', 'P-384', 'P-521']) {
  const { publicKey, privateKey } = await subtle.generateKey({ name: 'ECDSA', namedCurve }, true, ['sign', 'verify']);
  const signature = await subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, data);
  console.log(namedCurve, signature.byteLength, publicKey.algorithm, publicKey.usages, privateKey.usages, await subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, publicKey, signature, data), await subtle.verify({ name: 'ECDSA', hash: 'SHA-512' }, publicKey, signature, data));
  for (const format of ['spki', 'raw']) {
    const out = await subtle.exportKey(format, publicKey);
    const again = await subtle.importKey(format, out, { name: 'ECDSA', namedCurve }, true, ['verify']);
    console.log(format, out.byteLength, await subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, again, signature, data));
  }
  const pkcs8 = await subtle.exportKey('pkcs8', privateKey), jwk = await subtle.exportKey('jwk', privateKey);
  console.log(pkcs8.byteLength, Object.keys(jwk), jwk.crv, jwk.key_ops, jwk.ext);
  console.log((await subtle.importKey('jwk', jwk, { name: 'ECDSA', namedCurve }, false, ['sign'])).extractable, (await subtle.importKey('pkcs8', pkcs8, { name: 'ECDSA', namedCurve }, false, ['sign'])).type);
}
await t('curve', () => subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-1' }, true, ['sign']));
await t('mismatch', async () => subtle.importKey('raw', new Uint8Array(65), { name: 'ECDSA', namedCurve: 'P-256' }, true, ['verify']));
await t('public signs', async () => subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, (await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])).publicKey, data));
