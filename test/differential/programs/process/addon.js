// A native add-on that is no library at all.
require('node:fs').writeFileSync('addon.node', 'no library');
try { require('./addon.node'); } catch (e) { console.log(e.code, e.message.replace(/^.*addon\.node/, 'addon.node')); }
