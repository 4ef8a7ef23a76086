const assert = require('node:assert');
const show = (fn) => { try { fn(); } catch (e) { console.log(e.message); } };
show(() => assert(0 == 1));
show(() => assert.ok(typeof 123 === 'string'));
show(() => assert(false, undefined));
show(() => assert.ok());
