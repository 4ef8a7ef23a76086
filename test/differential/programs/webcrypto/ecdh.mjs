const { subtle } = globalThis.crypto;
const t = async (name, f) => { try { console.log(name, await f()); } catch (e) { console.log(name, e.name, e.code, e.message); } };
const hex = (b) => Buffer.from(b).toString('hex');
const data = new TextEncoder().encode('some data');
for (const algorithm of [{ name: 'ECDH', namedCurve: 'P-256' }, { name: 'ECDH', namedCurve: 'P-521' }, { name: 'X25519' }, { name: 'X448' }]) {
  const a = await subtle.generateKey(algorithm, true, ['deriveBits', 'deriveKey']), b = await subtle.generateKey(algorithm, true, ['deriveBits', 'deriveKey']);
  const one = await subtle.deriveBits({ ...algorithm, public: b.publicKey }, a.privateKey, 128), two = await subtle.deriveBits({ ...algorithm, public: a.publicKey }, b.privateKey, 128);
  console.log(algorithm, a.publicKey.algorithm, a.publicKey.usages, a.privateKey.usages, hex(one) === hex(two), one.byteLength, (await subtle.deriveBits({ ...algorithm, public: b.publicKey }, a.privateKey, null)).byteLength);
  const key = await subtle.deriveKey({ ...algorithm, public: b.publicKey }, a.privateKey, { name: 'AES-GCM', length: 256 }, true, ['encrypt']);
  console.log(key.algorithm, key.usages);
  await t('long', () => subtle.deriveBits({ ...algorithm, public: b.publicKey }, a.privateKey, 8000));
}
