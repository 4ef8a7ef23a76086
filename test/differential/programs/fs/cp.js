// cpSync and cp: trees, links, options and refusals.
const fs = require('fs');
const attempt = (name, run) => {
  try {
    const r = run();
    console.log(name, '=>', r);
  } catch (e) {
    console.log(name, '!!', e.message.replaceAll(process.cwd(), '<cwd>'), e.code);
  }
};
const tree = (dir) => fs.readdirSync(dir, { recursive: true }).sort();
fs.mkdirSync('src/deep', { recursive: true });
fs.writeFileSync('src/a', 'A');
fs.writeFileSync('src/deep/b', 'B', { mode: 0o755 });
fs.symlinkSync('a', 'src/link');
attempt('copy', () => (fs.cpSync('src', 'one/two', { recursive: true }), tree('one')));
attempt('link', () => fs.readlinkSync('one/two/link').replace(process.cwd(), '<cwd>'));
attempt('mode', () => (fs.statSync('one/two/deep/b').mode & 0o777).toString(8));
attempt('verbatim', () => (fs.cpSync('src', 'v', { recursive: true, verbatimSymlinks: true }), fs.readlinkSync('v/link')));
attempt('no recursive', () => fs.cpSync('src', 'x'));
attempt('same', () => fs.cpSync('src/a', 'src/a'));
attempt('into itself', () => fs.cpSync('src', 'src/deep/new', { recursive: true }));
attempt('directory over file', () => fs.cpSync('src', 'src/a', { recursive: true }));
attempt('file over directory', () => fs.cpSync('src/a', 'v'));
attempt('missing', () => fs.cpSync('missing', 'x'));
fs.writeFileSync('one/two/a', 'kept');
attempt('no force', () => (fs.cpSync('src', 'one/two', { recursive: true, force: false }), fs.readFileSync('one/two/a', 'utf8')));
fs.mkdirSync('single');
fs.writeFileSync('single/a', '1');
fs.cpSync('single', 'single2', { recursive: true });
attempt('error on exist', () => fs.cpSync('single', 'single2', { recursive: true, force: false, errorOnExist: true }));
attempt('force', () => (fs.cpSync('src', 'one/two', { recursive: true }), fs.readFileSync('one/two/a', 'utf8')));
attempt('filter', () => (fs.cpSync('src', 'f', { recursive: true, filter: (s) => !s.includes('deep') }), tree('f')));
fs.utimesSync('src/a', 100, 200);
attempt('times', () => (fs.cpSync('src/a', 't', { preserveTimestamps: true }), fs.statSync('t').mtimeMs));
fs.cp('src', 'async', { recursive: true }, (err) => console.log(err, tree('async')));
