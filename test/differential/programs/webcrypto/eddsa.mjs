const { subtle } = globalThis.crypto;
const t = async (name, f) => { try { console.log(name, await f()); } catch (e) { console.log(name, e.name, e.code, e.message); } };
const hex = (b) => Buffer.from(b).toString('hex');
const data = new TextEncoder().encode('some data');
const jwk = { crv: 'Ed25519', d: 'BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc', x: '6kpsY-KcUgq-9VB7Ey7F-ZVHdq68ofDoILe7TWhsSjQ', kty: 'OKP' };
await t('import', async () => {
  const key = await subtle.importKey('jwk', jwk, 'Ed25519', true, ['sign']);
  return hex(await subtle.sign('Ed25519', key, data));
});
for (const name of ['Ed25519', 'Ed448']) {
  const { publicKey, privateKey } = await subtle.generateKey(name, true, ['sign', 'verify']);
  const signature = await subtle.sign(name, privateKey, data);
  console.log(name, signature.byteLength, await subtle.verify(name, publicKey, signature, data), await subtle.verify(name, publicKey, signature, new Uint8Array(3)));
  for (const format of ['raw', 'spki', 'jwk']) await t(format, async () => { const out = await subtle.exportKey(format, publicKey); return [out.byteLength, await subtle.verify(name, await subtle.importKey(format, out, name, true, ['verify']), signature, data)]; });
  await t('pkcs8', async () => (await subtle.exportKey('pkcs8', privateKey)).byteLength);
}
