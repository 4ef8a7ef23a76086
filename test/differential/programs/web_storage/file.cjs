// node: --experimental-webstorage --localstorage-file=store.db
// localStorage is kept in a file, which further processes read.
const { spawnSync } = require('node:child_process');
localStorage.setItem('a', 1);
localStorage.b = { x: 1 };
localStorage['key 3'] = 'ü😀';
console.log(localStorage.length, localStorage.getItem('a'), localStorage.b, localStorage.key(0), localStorage.key(9), Object.keys(localStorage), 'a' in localStorage, localStorage.getItem('none'), localStorage.none, delete localStorage.b, localStorage, JSON.stringify(localStorage));
localStorage.removeItem('a');
sessionStorage.setItem('s', 't');
console.log(sessionStorage, localStorage instanceof Storage, Object.prototype.toString.call(localStorage));
try { localStorage.setItem('big', 'x'.repeat(6e6)); } catch (e) { console.log(e.name, e.code, e.message); }
console.log(localStorage.length);
const run = (...args) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--no-warnings', ...args], { encoding: 'utf8' });
  console.log(args.join(' '), status, stdout, stderr.split('\n').slice(0, 6));
};
run('--localstorage-file=store.db', '-p', 'localStorage["key 3"] + (localStorage.more = 5) + sessionStorage.length');
console.log(localStorage.more, localStorage.length);
run('--experimental-webstorage', '-p', 'localStorage');
run('--experimental-webstorage', '-p', 'sessionStorage.x = 1, sessionStorage');
run('--experimental-webstorage', '--localstorage-file=/no/folder/x', '-p', 'try { localStorage.x } catch (e) { e.code + e.message }');
run('-p', 'typeof localStorage + typeof Storage');
const { DatabaseSync } = require('node:sqlite');
localStorage.clear();
localStorage.k = 'v';
const database = new DatabaseSync('store.db');
console.log(database.prepare('SELECT * FROM nodejs_webstorage').all(), database.prepare('SELECT * FROM nodejs_webstorage_state').all());
