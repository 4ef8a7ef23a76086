// cp of symbolic links: copied as they are or resolved, dereferenced on request; times kept on request.
const fs = require('fs');
fs.mkdirSync('src');
fs.writeFileSync('src/file', 'x');
fs.symlinkSync('file', 'src/rel');
fs.symlinkSync('nowhere', 'src/dangling');
fs.cpSync('src', 'plain', { recursive: true });
fs.cpSync('src', 'verbatim', { recursive: true, verbatimSymlinks: true });
console.log(fs.readlinkSync('plain/rel').replace(process.cwd(), '.'), fs.readlinkSync('verbatim/rel'), fs.readlinkSync('verbatim/dangling'));
fs.rmSync('src/dangling');
fs.cpSync('src', 'deref', { recursive: true, dereference: true });
console.log(fs.lstatSync('deref/rel').isSymbolicLink(), fs.readFileSync('deref/rel', 'utf8'));
fs.utimesSync('src/file', 1000, 2000);
fs.cpSync('src/file', 'stamped', { preserveTimestamps: true });
console.log(fs.statSync('stamped').mtimeMs);
fs.cp('src', 'async', { recursive: true }, (e) => console.log(e, fs.readdirSync('async')));
