const { spawn } = require('node:child_process');
const fs = require('node:fs');
fs.writeFileSync('a.test.js', 'const { test } = require("node:test"); test("first", () => {});');
const child = spawn(process.execPath, ['--test', '--watch', '--test-reporter=tap', 'a.test.js'], { stdio: ['ignore', 'pipe', 'inherit'] });
let text = '', changed = false, ending = false;
child.stdout.setEncoding('utf8').on('data', (d) => {
  text += d;
  if (!changed && text.includes('ok 1 - first')) { changed = true; setTimeout(() => fs.writeFileSync('a.test.js', 'const { test } = require("node:test"); test("second", () => {});'), 500); }
  // The file's own process is still ending when its test is told.
  if (!ending && text.includes('ok 1 - second')) { ending = true; setTimeout(() => child.kill('SIGTERM'), 500); }
});
child.on('exit', (code, signal) => console.log(code, signal, text.includes('ok 1 - first'), text.includes('- second')));
