/** The page that tests drive: the unmodified client against our `/headless`, with helpers that return plain data. */
import { attachSandbox } from '../../src/sandbox/attached/attach-sandbox.ts';
import { openLink } from '../../src/sandbox/attached/link.ts';
import { serveSandbox } from '../../src/sandbox/attached/serve-sandbox.ts';
import { watchOpenPorts } from '../../src/sandbox/seat/open-ports.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { createTerminalHub } from '../../src/sandbox/terminal-hub.ts';

declare global {
  var WEBCONTAINER_API_IFRAME_URL: string;
  interface Window { harness: typeof harness; attaching?: Promise<void> }
}

// `?engine=stackblitz` leaves the client's own default in place: the contract suite runs against the hosted engine too.
if (!location.search.includes('engine=stackblitz')) globalThis.WEBCONTAINER_API_IFRAME_URL = `http://sandbox.${location.host}`;
const api = await import('@webcontainer/api');

export interface RunOptions { cwd?: string; env?: Record<string, string>; terminal?: { cols: number; rows: number }; input?: string; killAfterOutput?: string; timeoutMs?: number }
export interface RunResult { output: string; exit: number; ms: number }

/** How long a command may take that says nothing else: it finds what hangs, and says nothing of speed. On a machine with four times its work a script of 200 commands took more than half a minute. */
const RUN_MS = 90_000;

let container: import('@webcontainer/api').WebContainer | undefined;

const harness = {
  api,
  get container() {
    return container!;
  },
  async boot(options: Parameters<typeof api.WebContainer.boot>[0] = {}) {
    container = await api.WebContainer.boot(options);
    return { workdir: container.workdir, path: container.path };
  },
  /** Lets another page use this one's sandbox. */
  serve(link: string) {
    const own = container!;
    const sandbox = {
      workdir: own.workdir, path: own.path, fs: own.fs, env: { PATH: own.path, HISTFILE: '' },
      spawn: own.spawn.bind(own), mount: own.mount.bind(own), export: own.export.bind(own), on: own.on.bind(own), teardown: () => undefined,
    } as unknown as Sandbox;
    serveSandbox(sandbox, { epoch: 1, ports: watchOpenPorts(sandbox), terminals: createTerminalHub(sandbox), states: {}, asks: {} }).serve(openLink(link), 'other');
  },
  /** Uses another page's. */
  async attach(link: string) {
    container = await attachSandbox(openLink(link), new AbortController().signal) as unknown as typeof container;
  },
  async mount(tree: unknown, mountPoint?: string) {
    await container!.mount(tree as never, mountPoint ? { mountPoint } : undefined);
  },
  /** Runs a command to its end. `input` is written to the terminal at once; `killAfterOutput` kills the process when that text was seen. */
  async run(command: string, args: string[], options: RunOptions = {}): Promise<RunResult> {
    const started = performance.now();
    const process = await container!.spawn(command, args, { cwd: options.cwd, env: options.env, terminal: options.terminal });
    let output = '';
    const reading = process.output.pipeTo(new WritableStream({
      write(chunk) {
        output += chunk;
        if (options.killAfterOutput !== undefined && output.includes(options.killAfterOutput)) process.kill();
      },
    }));
    if (options.input !== undefined) {
      const writer = process.input.getWriter();
      await writer.write(options.input);
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise<number>((_, reject) => {
      timer = setTimeout(() => {
        process.kill();
        reject(new Error(`no exit after ${options.timeoutMs ?? RUN_MS} ms; output so far: ${output.slice(-2000)}`));
      }, options.timeoutMs ?? RUN_MS);
    });
    const exit = await Promise.race([process.exit, timeout]);
    clearTimeout(timer);
    await reading;
    return { output, exit, ms: performance.now() - started };
  },
};
window.harness = harness;
