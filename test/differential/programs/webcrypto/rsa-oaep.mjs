const { subtle } = globalThis.crypto;
const t = async (name, f) => { try { console.log(name, await f()); } catch (e) { console.log(name, e.name, e.code, e.message); } };
const hex = (b) => Buffer.from(b).toString('hex');
const data = new TextEncoder().encode('some data');
const { publicKey, privateKey } = await subtle.generateKey({ name: 'RSA-OAEP', modulusLength: 1024, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' }, true, ['encrypt', 'decrypt', 'wrapKey', 'unwrapKey']);
for (const label of [undefined, data]) {
  const hidden = await subtle.encrypt({ name: 'RSA-OAEP', label }, publicKey, data);
  console.log(hidden.byteLength, Buffer.from(await subtle.decrypt({ name: 'RSA-OAEP', label }, privateKey, hidden)).toString());
  await t('wrong label', () => subtle.decrypt({ name: 'RSA-OAEP', label: new Uint8Array(3) }, privateKey, hidden));
}
const aes = await subtle.generateKey({ name: 'AES-CBC', length: 128 }, true, ['encrypt']);
const wrapped = await subtle.wrapKey('raw', aes, publicKey, 'RSA-OAEP');
const back = await subtle.unwrapKey('raw', wrapped, privateKey, 'RSA-OAEP', 'AES-CBC', true, ['encrypt']);
console.log(hex(await subtle.exportKey('raw', back)) === hex(await subtle.exportKey('raw', aes)));
await t('long', () => subtle.encrypt('RSA-OAEP', publicKey, new Uint8Array(500)));
