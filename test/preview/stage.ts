/** A sandbox with servers in it and their previews in frames, for the tests of previews. */
import type { Frame } from 'playwright';
import { expect } from 'vitest';
import { openSandbox, type SandboxBrowser } from '../support/sandbox-browser.ts';

export interface Stage {
  sandbox: SandboxBrowser;
  /** Starts `node -e program` and resolves with the preview's address when the server on `port` is announced. */
  serve(port: number, program: string): Promise<string>;
  /** Ends the server that `serve` started there. */
  stop(port: number): Promise<void>;
  /** Shows an address in a frame of the page and waits until it is loaded. */
  show(address: string): Promise<Frame>;
  /** What the servers printed, all of them. */
  output(): Promise<string>;
}

interface StageWindow { servers: Map<number, { kill(): void; exit: Promise<number> }>; printed: string }

export async function openStage(boot: Parameters<typeof window.harness.boot>[0] = {}): Promise<Stage> {
  const sandbox = await openSandbox({ boot: false });
  await sandbox.page.evaluate(async (options) => {
    Object.assign(window, { servers: new Map(), printed: '' });
    await window.harness.boot(options);
  }, boot);
  let frames = 0;
  return {
    sandbox,
    serve: (port, program) => sandbox.page.evaluate(async ([number, source]) => {
      const stage = window as unknown as StageWindow;
      const { container } = window.harness;
      const ready = new Promise<string>((done) => {
        const stop = container.on('server-ready', (opened, url) => {
          if (opened !== number) return;
          stop();
          done(url);
        });
      });
      const process = await container.spawn('node', ['-e', source]);
      stage.servers.set(number, process);
      void process.output.pipeTo(new WritableStream({ write(text) { stage.printed += text; } })).catch(() => {});
      const early = process.exit.then((code) => {
        throw new Error(`the server ended with ${code}: ${stage.printed.slice(-2000)}`);
      });
      early.catch(() => {});
      return Promise.race([ready, early]);
    }, [port, program] as const),
    stop: (port) => sandbox.page.evaluate(async (number) => {
      const { servers } = window as unknown as StageWindow;
      const server = servers.get(number)!;
      server.kill();
      await server.exit;
    }, port),
    async show(address) {
      const name = `preview-${++frames}`;
      await sandbox.page.evaluate(([source, frameName]) => new Promise((done) => {
        const frame = document.createElement('iframe');
        frame.name = frameName;
        frame.allow = 'cross-origin-isolated';
        frame.onload = done;
        frame.src = source;
        document.body.append(frame);
      }), [address, name] as const);
      return sandbox.page.frame({ name })!;
    },
    output: () => sandbox.page.evaluate(() => (window as unknown as StageWindow).printed),
  };
}

/** Ends every service worker of the browser, as it does by itself after half a minute of quiet. */
export async function stopWorkers(stage: Stage): Promise<void> {
  const session = await stage.sandbox.browser.newBrowserCDPSession();
  const { targetInfos } = await session.send('Target.getTargets');
  const workers = targetInfos.filter(({ type }) => type === 'service_worker');
  if (workers.length === 0) throw new Error('no service worker runs');
  for (const { targetId } of workers) await session.send('Target.closeTarget', { targetId });
  await expect.poll(async () => (await session.send('Target.getTargets')).targetInfos.filter(({ type }) => type === 'service_worker').length).toBe(0);
  await session.detach();
}
