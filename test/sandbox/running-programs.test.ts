import { expect, it } from 'vitest';
import { parsePrograms } from '../../src/sandbox/seat/running-programs.ts';

const ANSWER = `      1 0 init
      2 1 node /home/shop/.tabloom/host.cjs
      3 1 jsh
      4 3 node /usr/bin/npm run dev
      5 4 sh -c node server.js
      6 5 node server.js
      7 1 jsh
      8 7 node -e setInterval(() => {}, 1000)
      9 2 sh -c node /home/shop/tools/node_modules/.bin/vite --port 4000
     10 9 node /home/shop/tools/node_modules/.bin/vite --port 4000
     11 1 sh -c ps -e -o pid=,ppid=,args=; ls -l /proc/[0-9]*/fd /proc/[0-9]*/cwd 2>/dev/null
     12 11 ps -e -o pid=,ppid=,args=
lrwxrwxrwx 1 user user  1 Nov 22 09:27 /proc/1/cwd -> /
lrwxrwxrwx 1 user user 13 Nov 22 09:27 /proc/4/cwd -> /home/shop
lrwxrwxrwx 1 user user 13 Nov 22 09:27 /proc/6/cwd -> /home/shop
lrwxrwxrwx 1 user user 13 Nov 22 09:27 /proc/8/cwd -> /home/shop
lrwxrwxrwx 1 user user 13 Nov 22 09:27 /proc/9/cwd -> /home/shop/tools
lrwxrwxrwx 1 user user 13 Nov 22 09:27 /proc/10/cwd -> /home/shop/tools
/proc/4/fd:
lrwxrwxrwx 1 user user 11 Nov 22 09:27 0 -> /dev/tty
/proc/6/fd:
lrwxrwxrwx 1 user user 11 Nov 22 09:27 3 -> tcp::::3000
/proc/8/fd:
lrwxrwxrwx 1 user user 11 Nov 22 09:27 5 -> tcp:127.0.0.1:9229
/proc/10/fd:
lrwxrwxrwx 1 user user 11 Nov 22 09:27 3 -> tcp:127.0.0.1:4000
lrwxrwxrwx 1 user user 11 Nov 22 09:27 4 -> tcp:127.0.0.1:4000
`.replaceAll('\n', '\r\n');

it('names what somebody started, and for servers the command and folder that start them again', () => {
  expect(parsePrograms(ANSWER, '/home/shop')).toEqual({
    programs: ['npm run dev', 'node -e setInterval(() => {}, 1000)', 'npx vite --port 4000'],
    // What was typed with quotes cannot be told any more, so it is not offered.
    servers: [{ port: 3000, command: 'npm run dev', folder: '' }, { port: 4000, command: 'npx vite --port 4000', folder: 'tools' }],
  });
});

it('names nothing where the engine has no such list', () => {
  expect(parsePrograms('sh: ps: command not found\r\n', '/home/shop')).toEqual({ programs: [], servers: [] });
});

it('comes to an end whatever a program says in its place', () => {
  expect(parsePrograms('  77 78 a\n  78 77 b\n  79 79 c\n', '/home/shop').servers).toEqual([]);
  parsePrograms(Array.from({ length: 40_000 }, (_, n) => `${n + 2} ${n + 3} x`).join('\n'), '/home/shop');
  parsePrograms(' -> tcp:'.repeat(50_000), '/home/shop');
});
