const { subtle } = globalThis.crypto;
const t = async (name, f) => { try { console.log(name, await f()); } catch (e) { console.log(name, e.name, e.code, e.message); } };
const hex = (b) => Buffer.from(b).toString('hex');
const data = new TextEncoder().encode('some data');
for (const a of [{ name: 'cSHAKE128', outputLength: 256 }, { name: 'cSHAKE256', outputLength: 256, customization: data }, { name: 'TurboSHAKE128', outputLength: 256 }, { name: 'TurboSHAKE256', outputLength: 512, domainSeparation: 7 }, { name: 'KT128', outputLength: 256 }, { name: 'KT256', outputLength: 256, customization: data }]) await t(a.name, async () => hex(await subtle.digest(a, data)));
for (const name of ['KMAC128', 'KMAC256']) await t(name, async () => { const key = await subtle.importKey('raw-secret', data, { name }, true, ['sign', 'verify']); const mac = await subtle.sign({ name, outputLength: 256 }, key, data); return [hex(mac), await subtle.verify({ name, outputLength: 256 }, key, mac, data)]; });
for (const name of ['Argon2d', 'Argon2i', 'Argon2id']) await t(name, async () => hex(await subtle.deriveBits({ name, nonce: new Uint8Array(16), parallelism: 1, memory: 64, passes: 2 }, await subtle.importKey('raw-secret', data, name, false, ['deriveBits']), 256)));
