/** A real `nats-server`, started with the very file that is given to teachers. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'undici';
import { root } from '../../src/build/paths.ts';

// Node has one of its own from its 22nd version on.
globalThis.WebSocket ??= WebSocket as unknown as typeof globalThis.WebSocket;

const program = [process.env.NATS_SERVER ?? '', ...[...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/bin'].map((folder) => join(folder, 'nats-server'))].find((path) => path !== '' && existsSync(path));

/** Whether the machine has one; suites that need it say "not run" otherwise. `apt-get install nats-server`, or NATS_SERVER names it. */
export const hasNatsServer = program !== undefined;

export const PASSWORD = 'pass-word';

export interface NatsServerProcess {
  address: string;
  pid(): number;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** The same server again: same port, same data. */
  start(): Promise<void>;
  close(): Promise<void>;
}

const freePort = (): Promise<number> => new Promise((done) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address() as { port: number };
    server.close(() => done(port));
  });
});

const answers = (port: number): Promise<boolean> => new Promise((done) => {
  const socket = connect(port, '127.0.0.1', () => {
    socket.destroy();
    done(true);
  });
  socket.on('error', () => done(false));
});

export async function startNatsServer(): Promise<NatsServerProcess> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'nats-'));
  let child: ChildProcess;
  const gone = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const start = async (): Promise<void> => {
    let log = '';
    child = spawn(program!, ['-c', join(root, 'src/peers/nats/nats-server.conf')], { cwd: folder, env: { ...process.env, PEERS_PORT: String(port), PEERS_PASSWORD: PASSWORD }, stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr!.on('data', (chunk: Buffer) => { log += chunk.toString(); });
    for (const end = Date.now() + 20_000; !(await answers(port));) {
      if (gone() || Date.now() > end) throw new Error(`nats-server does not start: ${log}`);
      await sleep(20);
    }
  };
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    while (!gone()) await sleep(5);
  };
  // A test that breaks off must not leave it behind.
  process.once('exit', () => child.kill('SIGKILL'));
  await start();
  return {
    address: `ws://127.0.0.1:${port}`, pid: () => child.pid!, kill, start,
    async close() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
