// fs.glob: patterns, braces, exclusions, dirents; sync, callback and async iterator agree.
import fs from 'node:fs';
for (const p of ['a/b/c', 'a/d', '.hidden']) fs.mkdirSync(p, { recursive: true });
for (const p of ['x.js', 'y.ts', 'a/z.js', 'a/b/q.js', 'a/b/c/deep.ts', 'a/.dot', '.hidden/h.js']) fs.writeFileSync(p, '');
for (const pattern of ['*.js', '**/*.js', 'a/**', '**', 'a/*', '*.{js,ts}', '[xy].*', '?.ts', 'a/b/../b/*.js', './*.ts', 'none/*', '**/c/*', 'a/b/', ['*.ts', 'a/*.js']]) console.log(pattern, fs.globSync(pattern).sort().filter((n) => !/^main|glob/.test(n)));
console.log(fs.globSync('**/*.js', { exclude: (name) => name === 'b' }).sort().filter((n) => !/glob/.test(n)), fs.globSync('**/*.ts', { exclude: ['a/**'] }), fs.globSync('*.js', { cwd: 'a' }));
console.log(fs.globSync('a/*', { withFileTypes: true }).map((e) => [e.name, e.isDirectory()]).sort());
const out = [];
for await (const name of fs.promises.glob('**/*.ts')) out.push(name);
console.log(out.sort());
