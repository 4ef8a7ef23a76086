const { subtle } = globalThis.crypto;
const t = async (name, f) => { try { console.log(name, await f()); } catch (e) { console.log(name, e.name, e.code, e.message); } };
const hex = (b) => Buffer.from(b).toString('hex');
const data = new TextEncoder().encode('some data');
const raw = new Uint8Array(16).fill(9);
for (const [algorithm, extra] of [[{ name: 'AES-CBC', iv: new Uint8Array(16) }], [{ name: 'AES-CTR', counter: new Uint8Array(16), length: 64 }], [{ name: 'AES-GCM', iv: new Uint8Array(12), additionalData: data }], [{ name: 'AES-GCM', iv: new Uint8Array(12), tagLength: 96 }], [{ name: 'AES-OCB', iv: new Uint8Array(12), additionalData: data }], [{ name: 'ChaCha20-Poly1305', iv: new Uint8Array(12) }, 32]]) {
  await t(algorithm.name, async () => {
    const key = await subtle.importKey(algorithm.name === 'AES-OCB' || extra ? 'raw-secret' : 'raw', extra ? new Uint8Array(32).fill(9) : raw, algorithm.name, true, ['encrypt', 'decrypt']);
    const hidden = await subtle.encrypt(algorithm, key, data);
    return [hex(hidden), Buffer.from(await subtle.decrypt(algorithm, key, hidden)).toString()];
  });
}
const key = await subtle.importKey('raw', raw, 'AES-GCM', true, ['encrypt', 'decrypt']);
await t('forged', () => subtle.decrypt({ name: 'AES-GCM', iv: new Uint8Array(12) }, key, new Uint8Array(40)));
await t('short', () => subtle.decrypt({ name: 'AES-GCM', iv: new Uint8Array(12) }, key, new Uint8Array(4)));
await t('iv', async () => subtle.encrypt({ name: 'AES-CBC', iv: new Uint8Array(5) }, await subtle.importKey('raw', raw, 'AES-CBC', true, ['encrypt']), data));
await t('length', () => subtle.importKey('raw', new Uint8Array(5), 'AES-CBC', true, ['encrypt']));
await t('tag', () => subtle.encrypt({ name: 'AES-GCM', iv: new Uint8Array(12), tagLength: 5 }, key, data));
