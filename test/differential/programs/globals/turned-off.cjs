// Globals that a flag takes away, and those that one brings.
const { spawnSync } = require('child_process');
const code = 'console.log(["navigator", "WebSocket", "EventSource", "CustomEvent", "crypto", "CryptoKey", "localStorage", "sessionStorage", "Storage", "fetch", "Navigator", "CloseEvent"].map((n) => n + ":" + (n in globalThis)).join(" "))';
for (const flags of [[], ['--no-experimental-global-navigator'], ['--no-experimental-websocket'], ['--experimental-eventsource'], ['--no-experimental-webstorage'], ['--no-experimental-global-navigator', '--input-type=module']]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, '-e', code]);
  console.log(flags.join(' '), status, String(stdout), String(stderr).replace(/node:\d+/, 'node:PID'));
}
console.log(Object.getOwnPropertyDescriptor(globalThis, 'navigator') !== undefined, navigator.userAgent.split('/')[0], typeof navigator.hardwareConcurrency, String(navigator));
