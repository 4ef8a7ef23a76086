/** Busy time of processes: who computes shows, who waits does not. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSandbox, type SandboxBrowser } from '../support/sandbox-browser.ts';

let sandbox: SandboxBrowser;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox?.close());

it('ps tells a process that spins from one that sleeps', async () => {
  const { output } = await sandbox.run('sh', ['-c', 'node -e "setTimeout(() => {}, 60000)" & sleep 3; node -e "for (;;);" & sleep 3; ps -o busy=,args=; sleep 2; ps -o busy=,args=; kill %1 %2'], { timeoutMs: 60_000 });
  const of = (what: string): number[] => output.split('\r\n').filter((line) => line.includes(what) && !line.includes('sh -c')).map((line) => Number.parseInt(line, 10));
  const [sleeping, spinning] = [of('setTimeout'), of('for (;;)')];
  // Whole seconds of the spinning one, and nothing more of the other once it waits.
  expect(spinning[1]! - spinning[0]!).toBeGreaterThan(1500);
  expect(sleeping[1]! - sleeping[0]!).toBeLessThan(100);
}, 90_000);

it('what is computed between timers shows, also where nothing is asked of the kernel', async () => {
  const program = 'setInterval(() => { const end = performance.now() + 300; while (performance.now() < end); }, 400)';
  const { output } = await sandbox.run('sh', ['-c', `node -e "${program}" & sleep 2; ps -o busy= -p $!; sleep 4; ps -o busy= -p $!; kill %1`], { timeoutMs: 60_000 });
  const [before, after] = output.split('\r\n').map(Number) as [number, number];
  // Three of four milliseconds, were the machine idle.
  expect(after - before).toBeGreaterThan(1_500);
  expect(after - before).toBeLessThan(4_500);
}, 90_000);

it('ps takes columns, titles and processes of one’s choice', async () => {
  expect((await sandbox.run('ps', ['-o', 'pid=NUMBER,comm', '-p', '1'])).output).toBe(' NUMBER COMMAND\r\n      1 init\r\n');
  expect((await sandbox.run('ps', ['-o', 'ppid=,args=', '-p', '1'])).output).toBe('0 init\r\n');
  const line = "sleep 30 & kill -STOP $!; until [ $(ps -o stat= -p $!) = T ]; do sleep 0.05; done; ps aux | grep 'sleep 30$'; ps ax | grep 'sleep 30$'; ps axo state,args | grep 'sleep 30$'; ps -ef | grep 'sleep 30$' | grep -cE '^user +[0-9]+ +[0-9]+ +0 [0-9:]+ tty1 +[0-9:]+ sleep 30$'; kill -9 $!";
  const [user, short, own, full] = (await sandbox.run('bash', ['-c', line], { terminal: { cols: 200, rows: 24 } })).output.split('\r\n');
  expect(user).toMatch(/^user {5} *\d+ +\d+\.\d +- +- +(-|\d+) tty1 {5}T {4}\d\d:\d\d +0:00 sleep 30$/);
  expect(short).toMatch(/^ *\d+ tty1 {5}T {6,}0:00 sleep 30$/);
  expect([own, full]).toEqual(['T sleep 30', '1']);
  expect(await sandbox.run('ps', ['-o', 'nope'])).toMatchObject({ output: 'ps: error: unknown user-defined format specifier "nope"\r\n', exit: 1 });
});
