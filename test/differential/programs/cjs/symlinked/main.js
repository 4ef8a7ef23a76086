const fs = require('fs'); fs.mkdirSync('store/pkg', { recursive: true }); fs.mkdirSync('node_modules', { recursive: true });
fs.writeFileSync('store/pkg/index.js', 'module.exports = { where: __filename, id: Math.random() }'); fs.symlinkSync('../store/pkg', 'node_modules/pkg'); fs.symlinkSync('../store/pkg', 'node_modules/again');
const a = require('pkg'), b = require('again'); console.log(a === b, a.where.replace(__dirname, ''));
fs.unlinkSync('node_modules/again'); fs.mkdirSync('node_modules/again'); fs.writeFileSync('node_modules/again/index.js', 'module.exports = "now a folder"'); console.log(require('again') === b);
