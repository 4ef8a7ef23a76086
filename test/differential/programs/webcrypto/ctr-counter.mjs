const { subtle } = globalThis.crypto;
const t = async (name, f) => { try { console.log(name, await f()); } catch (e) { console.log(name, e.name, e.code, e.message); } };
const hex = (b) => Buffer.from(b).toString('hex');
const data = new TextEncoder().encode('some data');
const key = await subtle.importKey('raw', new Uint8Array(16).fill(3), 'AES-CTR', true, ['encrypt', 'decrypt']);
for (const length of [128, 64, 32, 8]) await t(length, async () => hex(await subtle.encrypt({ name: 'AES-CTR', counter: new Uint8Array(16).fill(255), length }, key, new Uint8Array(40))));
await t('too many blocks', () => subtle.encrypt({ name: 'AES-CTR', counter: new Uint8Array(16), length: 1 }, key, new Uint8Array(100)));
for (const length of [0, 129, 'x']) await t(length, () => subtle.encrypt({ name: 'AES-CTR', counter: new Uint8Array(16), length }, key, data));
await t('short counter', () => subtle.encrypt({ name: 'AES-CTR', counter: new Uint8Array(8), length: 64 }, key, data));
