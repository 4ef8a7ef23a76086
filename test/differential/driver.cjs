'use strict';
/**
 * Runs programs one after another and writes what they did as JSON. The same file runs under Node itself and inside the sandbox:
 *   node driver.cjs <programs.json> <results.json>
 * Standard output and error are files, so that they are told apart and arrive whole on both sides.
 */
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const [, , listFile, resultFile] = process.argv;
const programs = JSON.parse(fs.readFileSync(listFile, 'utf8'));
const results = {};

function run(program, done) {
  const base = path.join(path.dirname(resultFile), `out-${program.name.replaceAll('/', '_')}`);
  const files = [`${base}.1`, `${base}.2`];
  const [out, err] = files.map((file) => fs.openSync(file, 'w'));
  const child = spawn(process.execPath, [...program.node, program.main, ...program.argv], { cwd: program.cwd, stdio: ['ignore', out, err], env: { PATH: process.env.PATH, HOME: '/home', ...program.env } });
  fs.closeSync(out);
  fs.closeSync(err);
  let timedOut = false;
  // Only what hangs: on a busy machine a dozen processes take their time.
  const timer = setTimeout(() => {
    timedOut = true;
    child.kill('SIGKILL');
  }, 40_000);
  child.on('error', (error) => {
    clearTimeout(timer);
    results[program.name] = { error: error.message };
    done();
  });
  child.on('exit', (code, signal) => {
    clearTimeout(timer);
    const [stdout, stderr] = files.map((file) => fs.readFileSync(file, 'utf8').replaceAll(`(node:${child.pid})`, '(node:PID)'));
    results[program.name] = { code, signal: timedOut ? 'timeout' : signal, stdout, stderr };
    done();
  });
}

let at = 0;
(function next() {
  if (at < programs.length) run(programs[at++], next);
  else fs.writeFileSync(resultFile, JSON.stringify(results));
})();
