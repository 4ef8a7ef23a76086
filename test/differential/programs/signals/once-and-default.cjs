const { spawnSync } = require('node:child_process');
const run = (code) => { const r = spawnSync(process.execPath, ['-e', code], { encoding: 'utf8' }); console.log(r.status, r.signal, JSON.stringify(r.stdout)); };
run('process.kill(process.pid, "SIGTERM"); setTimeout(() => console.log("survived"), 500)');
run('process.once("SIGHUP", () => { console.log("once"); process.kill(process.pid, "SIGHUP"); }); process.kill(process.pid, "SIGHUP"); setTimeout(() => {}, 2000)');
run('const f = () => {}; process.on("SIGUSR1", f); process.off("SIGUSR1", f); process.on("SIGUSR2", () => console.log("usr2")); process.kill(process.pid, "SIGUSR2"); setTimeout(() => {}, 100)');
run('process.on("SIGINT", () => {}); console.log("no handle keeps it alive")');
run('process.abort()');
