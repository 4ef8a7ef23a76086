const { constants, kMaxLength, kStringMaxLength, INSPECT_MAX_BYTES, SlowBuffer, atob, btoa } = require('node:buffer');
const t = (f) => { try { console.log(f()); } catch (e) { console.log(e.name, e.code, e.message); } };
console.log(constants, kMaxLength, kStringMaxLength, INSPECT_MAX_BYTES, typeof SlowBuffer);
for (const s of ['YQ==', 'YQ', ' YWI= ', 'a', 'é', '!!!!', '', null, undefined, 12]) t(() => JSON.stringify(atob(s)));
for (const s of ['abc', 'ÿ', '€', '', null, undefined]) t(() => btoa(s));
t(() => atob());
t(() => btoa());
require('node:buffer').INSPECT_MAX_BYTES = 3;
console.log(Buffer.from('abcdef'));
