import { exec, execFile } from 'node:child_process';
import { promisify } from 'node:util';
const run = promisify(execFile), shell = promisify(exec);
console.log(await run(process.execPath, ['-p', '6*7']));
console.log(await shell('echo out; echo err >&2'));
const promise = shell('echo partial; exit 3');
console.log(promise.child.pid > 0);
await promise.catch((error) => console.log(error.code, error.stdout, error.stderr, error.cmd, error.killed));
await run('no-such-program').catch((error) => console.log(error.code, error.syscall, error.path, error.spawnargs));
