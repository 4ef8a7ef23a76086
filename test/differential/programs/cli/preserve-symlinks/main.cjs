const { spawnSync } = require('child_process');
const fs = require('fs');
fs.mkdirSync('real/lib', { recursive: true }); fs.mkdirSync('linked'); fs.writeFileSync('real/lib/m.js', 'module.exports = __filename; try { module.exports += require("side") } catch (e) { module.exports += e.code }');
fs.mkdirSync('linked/node_modules/side', { recursive: true }); fs.writeFileSync('linked/node_modules/side/index.js', 'module.exports = " side found"');
fs.symlinkSync('../real/lib/m.js', 'linked/m.js'); fs.writeFileSync('app.js', 'console.log(require("./linked/m.js").replace(process.cwd(), ""), __filename.replace(process.cwd(), ""))'); fs.symlinkSync('app.js', 'link.js'); fs.writeFileSync('app.mjs', 'import m from "./linked/m.js"; console.log(m.replace(process.cwd(), ""), import.meta.url.split("/").pop())');
for (const args of [['app.js'], ['--preserve-symlinks', 'app.js'], ['link.js'], ['--preserve-symlinks-main', 'link.js'], ['app.mjs'], ['--preserve-symlinks', 'app.mjs']]) console.log(args.join(' '), '=>', spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout.trim());
