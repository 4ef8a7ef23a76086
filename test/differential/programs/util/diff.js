const { diff } = require('node:util');
const t = (f) => { try { console.log(f()); } catch (e) { console.log(e.name, e.code, e.message); } };
t(() => diff('abc', 'abd'));
t(() => diff(['a', 'b', 'c'], ['a', 'c', 'd']));
t(() => diff('same', 'same'));
t(() => diff('', 'x'));
t(() => diff('a', ['b']));
t(() => diff([1], [2]));
