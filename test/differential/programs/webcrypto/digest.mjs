const { subtle } = globalThis.crypto;
const t = async (name, f) => { try { console.log(name, await f()); } catch (e) { console.log(name, e.name, e.code, e.message); } };
const hex = (b) => Buffer.from(b).toString('hex');
const data = new TextEncoder().encode('some data');
for (const name of ['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512', 'sha-256', 'SHA3-256', 'SHA3-384', 'SHA3-512']) await t(name, async () => hex(await subtle.digest(name, data)));
await t('object', async () => hex(await subtle.digest({ name: 'SHA-256' }, data)));
await t('md5', () => subtle.digest('MD5', data));
await t('none', () => subtle.digest());
await t('text', () => subtle.digest('SHA-256', 'text'));
