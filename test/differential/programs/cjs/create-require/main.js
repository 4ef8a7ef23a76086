const { createRequire } = require('module');
const r = createRequire(__dirname + '/sub/x.js'); console.log(r('./local'), r('dep'), r.resolve('./local').replace(__dirname, ''));
const u = createRequire(require('url').pathToFileURL(__dirname + '/sub/')); console.log(u('./local'), u.main === require.main, u.cache === require.cache);
for (const bad of ['relative.js', 5, undefined, 'http://x/']) try { createRequire(bad); } catch (e) { console.log(e.code); }
