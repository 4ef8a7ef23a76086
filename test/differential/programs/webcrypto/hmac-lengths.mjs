const { subtle } = globalThis.crypto;
const t = async (name, f) => { try { console.log(name, await f()); } catch (e) { console.log(name, e.name, e.code, e.message); } };
const hex = (b) => Buffer.from(b).toString('hex');
const data = new TextEncoder().encode('some data');
for (const [hash, length] of [['SHA-1', undefined], ['SHA-256', 8], ['SHA-384', 1024], ['SHA-512', undefined], ['SHA-256', 0], ['SHA-256', 12]]) await t(hash + length, async () => { const key = await subtle.generateKey({ name: 'HMAC', hash, length }, true, ['sign']); return [key.algorithm, (await subtle.exportKey('raw', key)).byteLength]; });
for (const length of [8, 72, 71, 80]) await t('import ' + length, async () => (await subtle.importKey('raw', data, { name: 'HMAC', hash: 'SHA-256', length }, true, ['sign'])).algorithm);
