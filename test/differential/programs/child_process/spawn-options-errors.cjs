const { spawn, exec, execFile, fork, spawnSync } = require('node:child_process');
const cases = [
  () => spawn(), () => spawn(''), () => spawn('a\0b'), () => spawn('x', 5), () => spawn('x', [], 5), () => spawn('x', ['a\0']), () => spawn('x', [], { cwd: 5 }), () => spawn('x', [], { detached: 'yes' }),
  () => spawn('x', [], { uid: 'a' }), () => spawn('x', [], { gid: 1.5 }), () => spawn('x', [], { shell: 5 }), () => spawn('x', [], { argv0: 5 }), () => spawn('x', [], { env: { 'A\0': '1' } }),
  () => spawn('x', [], { stdio: 'bad' }), () => spawn('x', [], { stdio: ['bad'] }), () => spawn('x', [], { stdio: 5 }), () => spawn('x', [], { timeout: -1 }), () => spawn('x', [], { killSignal: 'SIGNOPE' }),
  () => spawn('x', [], { stdio: ['ipc', 'ipc'] }), () => spawnSync('x', [], { stdio: 'ipc' }), () => spawn('x', [], { serialization: 'bad', stdio: ['ipc'] }), () => spawn('x', [], { windowsHide: 5 }),
  () => exec(), () => exec('x', 5), () => execFile('x', [], {}, 5), () => fork(), () => fork('x', 5, 5), () => fork('x', { execPath: 5 }), () => spawnSync('x', [], { input: 5 }), () => spawnSync('x', [], { maxBuffer: 'a' }), () => spawn('x', [], { signal: 5 }),
];
for (const run of cases) {
  try { const child = run(); child?.on?.('error', () => {}); console.log(String(run), 'made'); } catch (error) { console.log(String(run), error.name, error.code, error.message); }
}
