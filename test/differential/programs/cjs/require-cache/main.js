const path = require.resolve('./m.js'); const a = require('./m'); a.changed = 1;
console.log(require('./m.js') === a, require('./m.js').changed, Object.keys(require.cache).map((k) => k.split('/').pop()), require.cache[path].exports === a);
delete require.cache[path]; console.log(require('./m') === a, require('./m').changed);
require.cache[path] = { exports: 'replaced', loaded: true }; console.log(require('./m'));
require.cache['/virtual.js'] = { id: 'v', exports: 'virtual', loaded: true, children: [] }; console.log(require('/virtual.js'));
