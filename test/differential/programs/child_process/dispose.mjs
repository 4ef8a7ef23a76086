import { spawn } from 'node:child_process';
import { once } from 'node:events';
let child;
{
  using running = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  child = running;
}
console.log(child.killed, await once(child, 'exit'));
