const { subtle } = globalThis.crypto;
const t = async (name, f) => { try { console.log(name, await f()); } catch (e) { console.log(name, e.name, e.code, e.message); } };
const hex = (b) => Buffer.from(b).toString('hex');
const data = new TextEncoder().encode('some data');
const wrapping = await subtle.importKey('raw', new Uint8Array(16).fill(1), 'AES-GCM', true, ['wrapKey', 'unwrapKey']);
const { privateKey } = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
const algorithm = { name: 'AES-GCM', iv: new Uint8Array(12) };
for (const format of ['jwk', 'pkcs8']) {
  const wrapped = await subtle.wrapKey(format, privateKey, wrapping, algorithm);
  const back = await subtle.unwrapKey(format, wrapped, wrapping, algorithm, { name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign']);
  console.log(format, back.type, back.usages, (await subtle.exportKey('jwk', back)).d === (await subtle.exportKey('jwk', privateKey)).d);
}
await t('not for that', () => subtle.wrapKey('jwk', privateKey, privateKey, algorithm));
