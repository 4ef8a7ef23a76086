const { subtle } = globalThis.crypto;
const t = async (name, f) => { try { console.log(name, await f()); } catch (e) { console.log(name, e.name, e.code, e.message); } };
const hex = (b) => Buffer.from(b).toString('hex');
const data = new TextEncoder().encode('some data');
for (const algorithm of ['Ed25519', 'X25519', { name: 'ECDSA', namedCurve: 'P-384' }, { name: 'RSA-PSS', modulusLength: 512, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-1' }]) await t(JSON.stringify(algorithm.name ?? algorithm), async () => {
  const usages = algorithm === 'X25519' ? ['deriveBits'] : ['sign', 'verify'];
  const { privateKey, publicKey } = await subtle.generateKey(algorithm, true, usages);
  const out = await subtle.getPublicKey?.(privateKey, algorithm === 'X25519' ? [] : ['verify']);
  return out && [out.type, out.usages, out.extractable, hex(await subtle.exportKey('spki', out)) === hex(await subtle.exportKey('spki', publicKey))];
});
