// Ends where the exception is thrown, unless a domain or a capturing callback would take it.
const { spawnSync } = require('child_process');
const run = (...args) => {
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, [...args], { encoding: 'utf8' });
  console.log(status, signal, JSON.stringify(stdout), JSON.stringify(stderr.split('----- Native stack')[0]));
};
const flag = '--abort-on-uncaught-exception';
run(flag, '-e', 'setTimeout(function late() { throw new Error("x"); })');
run(flag, '-e', 'process.on("uncaughtException", () => console.log("no")); setTimeout(() => { throw new TypeError("x"); })');
run(flag, '-e', 'process.setUncaughtExceptionCaptureCallback((e) => console.log("caught", e.message)); setTimeout(() => { throw new Error("x"); })');
run(flag, '-e', 'const d = require("domain").create(); d.on("error", (e) => console.log("domain", e.message)); d.run(() => { setTimeout(() => { throw new Error("x"); }); })');
run(flag, '-e', 'const d = require("domain").create(); d.on("error", function again(e) { throw new Error("y"); }); d.run(() => { setTimeout(() => { throw new Error("x"); }); })');
run(flag, '-e', 'Promise.reject(new Error("r"))');
run(flag, '-e', 'try { throw new Error("y") } catch { console.log("caught") }');
run('-e', 'process.abort()');
