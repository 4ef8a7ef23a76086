// rm and rmdir: force, recursive, and the errors in their words.
const fs = require('fs');
const t = (f) => { try { return f() ?? 'ok'; } catch (e) { return `${e.name} ${e.code} ${e.message}`; } };
fs.mkdirSync('d/sub', { recursive: true });
fs.writeFileSync('d/sub/f', '');
fs.symlinkSync('d', 'l');
console.log(t(() => fs.rmSync('d')), t(() => fs.rmSync('gone')), t(() => fs.rmSync('gone', { force: true })), t(() => fs.rmdirSync('d')), t(() => fs.rmdirSync('l')), t(() => fs.rmdirSync('gone')));
console.log(t(() => fs.rmSync('l', { recursive: true })), fs.existsSync('d/sub/f'));
console.log(t(() => fs.unlinkSync('d')), t(() => fs.rmSync('d', { recursive: true })), fs.existsSync('d'));
console.log(t(() => fs.rmSync('x', { recursive: 1 })), t(() => fs.rmSync('x', { maxRetries: -1 })), t(() => fs.rmSync()));
fs.rm('gone', (e) => console.log(e.message));
fs.promises.rm('gone').catch((e) => console.log(e.message));
