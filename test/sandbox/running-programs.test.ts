import { expect, it } from 'vitest';
import { parsePrograms, QUESTION } from '../../src/sandbox/seat/process-list.ts';

const LIST = `      1 0 900 init
      2 1 890 node /home/shop/.tabloom/host.cjs
      3 1 880 jsh
      4 3 60 node /usr/bin/npm run dev
      5 4 59 sh -c node server.js
      6 5 58 node server.js
      7 1 870 jsh
      8 7 20 node -e require("http").createServer().listen(9229)
      9 2 10 sh -c node /home/shop/tools/node_modules/.bin/vite --port 4000
     10 9 9 node /home/shop/tools/node_modules/.bin/vite --port 4000
     11 1 0 sh -c ${QUESTION}
     12 11 0 ps -e -o pid=,ppid=,etimes=,args=
     13 7 5 node paid.js
     14 7 5 node fed.js
     15 7 5 node far.js
     16 7 5 node cut.js
     17 7 5 sleep 1000
lrwxrwxrwx 1 user user  1 Nov 22 09:27 /proc/1/cwd -> /
${[4, 6, 8, 13, 14, 16].map((pid) => `lrwxrwxrwx 1 user user 13 Nov 22 09:27 /proc/${pid}/cwd -> /home/shop`).join('\n')}
lrwxrwxrwx 1 user user 13 Nov 22 09:27 /proc/9/cwd -> /home/shop/tools
lrwxrwxrwx 1 user user 13 Nov 22 09:27 /proc/10/cwd -> /home/shop/tools
lrwxrwxrwx 1 user user 13 Nov 22 09:27 /proc/15/cwd -> /tmp
/proc/4/fd:
lrwxrwxrwx 1 user user 11 Nov 22 09:27 0 -> /dev/pts/0
/proc/6/fd:
lrwxrwxrwx 1 user user 11 Nov 22 09:27 0 -> pipe:[3]
lrwxrwxrwx 1 user user 11 Nov 22 09:27 3 -> tcp::::3000
/proc/8/fd:
lrwxrwxrwx 1 user user 11 Nov 22 09:27 0 -> /dev/pts/1
lrwxrwxrwx 1 user user 11 Nov 22 09:27 5 -> tcp:127.0.0.1:9229
/proc/9/fd:
lrwxrwxrwx 1 user user 11 Nov 22 09:27 0 -> /dev/null
/proc/10/fd:
lrwxrwxrwx 1 user user 11 Nov 22 09:27 3 -> tcp:127.0.0.1:4000
lrwxrwxrwx 1 user user 11 Nov 22 09:27 4 -> tcp:127.0.0.1:4000
/proc/13/fd:
lrwxrwxrwx 1 user user 11 Nov 22 09:27 3 -> tcp::::5001
/proc/14/fd:
lrwxrwxrwx 1 user user 11 Nov 22 09:27 0 -> pipe:[9]
lrwxrwxrwx 1 user user 11 Nov 22 09:27 3 -> tcp::::5002
/proc/15/fd:
lrwxrwxrwx 1 user user 11 Nov 22 09:27 3 -> tcp::::5003
/proc/16/fd:
lrwxrwxrwx 1 user user 11 Nov 22 09:27 3 -> tcp::::5004
/proc/4/cwd/node_modules
`;

const strings = (...all: string[]): string => all.map((one) => `${one}\0`).join('');
const file = (pid: number, name: string, text: string): string => `==> /proc/${pid}/${name} <==\n${text}`;
const TERMINAL = strings('PATH=/tools:/bin', 'LANG=C');
const FILES = [
  file(2, 'cmdline', strings('node', '/home/shop/.tabloom/host.cjs')),
  file(4, 'cmdline', strings('node', '/usr/bin/npm', 'run', 'dev')),
  file(8, 'cmdline', strings('node', '-e', 'require("http")\n.createServer().listen(9229)', "it's", '$HOME', '')),
  file(9, 'cmdline', strings('/bin/sh', '-c', 'node_modules/.bin/vite --port "4000"')),
  file(13, 'cmdline', strings('node', 'paid.js')), file(14, 'cmdline', strings('node', 'fed.js')), file(15, 'cmdline', strings('node', 'far.js')), file(16, 'cmdline', strings('node', 'cut.js')),
  file(2, 'environ', strings('PATH=/bin')),
  file(4, 'environ', `${TERMINAL}${strings('SHLVL=1', 'PORT=3000', 'TITLE=a b')}`),
  file(8, 'environ', TERMINAL),
  file(9, 'environ', strings('PATH=/bin', 'CI=1', 'TERM=dumb')),
  file(11, 'environ', TERMINAL),
  file(13, 'environ', `${TERMINAL}${strings('API_KEY=s3cr3t')}`), file(14, 'environ', TERMINAL), file(15, 'environ', TERMINAL),
  // The answer was cut.
  file(16, 'environ', 'PATH=/too'),
].join('\n');
const ANSWER = `${LIST}${FILES}`.replaceAll('\n', '\r\n');

it('names what somebody started, and for servers the line and folder that start them again, with quotes and variables', () => {
  const { programs, servers } = parsePrograms(ANSWER, '/home/shop', 1_000_000);
  expect(programs).toEqual(['npm run dev', 'node -e require("http").createServer().listen(9229)', 'npx vite --port 4000', 'node paid.js', 'node fed.js', 'node far.js', 'node cut.js', 'sleep 1000']);
  expect(servers.slice(0, 3)).toEqual([
    { port: 3000, command: 'npm run dev', start: { line: "PORT=3000 TITLE='a b' npm run dev" }, folder: '', packages: true, since: 940_000, again: false },
    { port: 9229, command: 'node -e require("http").createServer().listen(9229)', start: { line: `node -e $'require("http")\\x0a.createServer().listen(9229)' 'it'\\''s' '$HOME' ''` }, folder: '', packages: false, since: 980_000, again: false },
    { port: 4000, command: 'npx vite --port 4000', start: { line: 'node_modules/.bin/vite --port "4000"' }, folder: 'tools', packages: false, since: 990_000, again: false },
  ]);
});

it('says of the others why nobody but the person can start them, and passes no secret on', () => {
  const { servers } = parsePrograms(ANSWER, '/home/shop', 0);
  expect(servers.slice(3).map(({ port, start }) => [port, start])).toEqual([[5001, { byHand: 'secret' }], [5002, { byHand: 'input' }], [5003, { byHand: 'outside' }], [5004, { byHand: 'unknown' }]]);
  expect(JSON.stringify(servers)).not.toContain('s3cr3t');
});

it('starts no line of several commands unasked, and none that tells a secret', () => {
  const lineOf = (...argv: string[]): unknown => parsePrograms(ANSWER.replace(strings('/bin/sh', '-c', 'node_modules/.bin/vite --port "4000"'), () => strings(...argv)), '/home/shop', 0).servers.find(({ port }) => port === 4000)?.start;
  expect(lineOf('/bin/sh', '-c', 'vite --port 4000')).toEqual({ line: 'vite --port 4000' });
  expect(lineOf('/bin/sh', '-c', 'rm -rf out; node s.js')).toEqual({ byHand: 'unknown' });
  expect(lineOf('/bin/sh', '-c', 'npm run seed && node s.js')).toEqual({ byHand: 'unknown' });
  for (const argv of [['/bin/sh', '-c', 'API_KEY=s3cr3t node s.js'], ['node', 's.js', '--token=s3cr3t'], ['node', 's.js', '--api-token', 's3cr3t'], ['node', 's.js', 'postgres://u:s3cr3t@h/db'], ['/bin/sh', '-c', 'MYSQL_PWD=s3cr3t node s.js']]) {
    expect(lineOf(...argv), argv.join(' ')).toEqual({ byHand: 'secret' });
  }
});

it('names nothing where the engine has no such list', () => {
  expect(parsePrograms('sh: ps: command not found\r\n', '/home/shop', 0)).toEqual({ programs: [], servers: [] });
});

it('comes to an end whatever a program says in its place', () => {
  expect(parsePrograms('  77 78 1 a\n  78 77 1 b\n  79 79 1 c\n', '/home/shop', 0).servers).toEqual([]);
  parsePrograms(Array.from({ length: 40_000 }, (_, n) => `${n + 2} ${n + 3} 1 x`).join('\n'), '/home/shop', 0);
  parsePrograms(' -> tcp:'.repeat(50_000), '/home/shop', 0);
  parsePrograms('\r\n==> /proc/1'.repeat(50_000), '/home/shop', 0);
});
