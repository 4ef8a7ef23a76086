/** The page of `tools-browser.ts`: the app's own boot, tool host and tools in the real sandbox, as plain functions for a test to call. */
import { workFiles } from '../../src/project/work-files.ts';
import { joinBrowserPeers } from '../../src/peers/browser/coordination.ts';
import type { PeerRun, PeerRunOptions } from '../../src/peers/peer-run.ts';
import { createPeers, type Peers } from '../../src/peers/peers.ts';
import { attachSandbox } from '../../src/sandbox/attached/attach-sandbox.ts';
import { openLink } from '../../src/sandbox/attached/link.ts';
import { serveSandbox } from '../../src/sandbox/attached/serve-sandbox.ts';
import { bootSandbox } from '../../src/sandbox/boot.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { watchOpenPorts } from '../../src/sandbox/seat/open-ports.ts';
import { createTerminalHub } from '../../src/sandbox/terminal-hub.ts';
import type { DialectName, SystemName } from '../../src/agent/messages.ts';
import type { ModelEvent } from '../../src/agent/providers/provider.ts';
import { runAgent } from '../../src/agent/run.ts';
import { executeTool } from '../../src/tools/execute.ts';
import type { ToolResult } from '../../src/tools/result.ts';
import { boundsProblem } from '../../src/tools/views/loom-mcp.ts';
import { openWork } from '../../src/work/open-work.ts';
import type { Work } from '../../src/work/open-work.ts';
import { guardedWork, type GuardedParts, type GuardedWork } from './guarded-work.ts';

declare global {
  interface Window { toolsPage: typeof toolsPage }
}

let sandbox: Sandbox;
let attaching: Promise<Sandbox> | undefined;
let calls = 0;
/** Of a sandbox that may come later, or never: a second tab of a test has the stores alone. */
const work: Work = openWork({ project: 'project' }, workFiles({ host: { call: (operation, params, options) => sandbox.host.call(operation, params, options) } }));
const stops = new Set<AbortController>();
/** Agents that the peers' calls find. */
const agents = [{ name: 'reviewer', capacity: 1 }, { name: 'deployer', capacity: 2 }, { name: 'writer', capacity: 1 }, { name: 'sleeper', capacity: 0 }];
let peers: Peers;
const runs = new Map<string, { run: PeerRun; stop: AbortController }>();

const toolsPage = {
  async boot(): Promise<string[]> {
    const steps: string[] = [];
    sandbox = await bootSandbox({ origin: `${location.protocol}//sandbox.${location.host}`, workdirName: 'project', onStatus: ({ step, state }) => steps.push(`${step} ${state}`) });
    return steps;
  },
  /** Lets another tab use this one's sandbox, with its tool host. */
  serve(link: string): void {
    serveSandbox(sandbox, { epoch: 1, ports: watchOpenPorts(sandbox), terminals: createTerminalHub(sandbox), states: {}, asks: {} }).serve(openLink(link), 'other');
  },
  /** Uses another tab's. It listens when this has returned, and only then may that one serve it: it says hello once. */
  attach(link: string): void {
    attaching = attachSandbox(openLink(link), new AbortController().signal);
    attaching.catch(() => undefined);
  },
  async attached(): Promise<void> {
    sandbox = await attaching!;
  },
  guarded: undefined as GuardedWork | undefined,
  /** Works under a lock on a file, again and again, until it is stopped. */
  guard(parts: Pick<GuardedParts, 'tab' | 'key' | 'path' | 'plan'>): void {
    const runs = Array.from({ length: 8 }, (_, index) => {
      const name = `${parts.tab}-${index}`;
      toolsPage.enter(name, { agent: parts.tab });
      return (tool: string, args: unknown) => toolsPage.as(name, tool, args);
    });
    toolsPage.guarded = guardedWork({ ...parts, runs, text: () => sandbox.fs.readFile(parts.path, 'utf-8') });
  },
  /** `stopAt` stops the call when that text has been seen in its live output. */
  async tool(name: string, args: unknown, stopAt?: string): Promise<ToolResult> {
    const controller = new AbortController();
    stops.add(controller);
    let seen = '';
    const result = await executeTool({ call_id: `call-${++calls}`, name, arguments: args }, {
      sandbox, caller: { id: 'tester', role: 'programmer' }, work, signal: controller.signal,
      onProgress: (_stream, text) => {
        seen += text;
        if (stopAt !== undefined && seen.includes(stopAt)) controller.abort();
      },
    }).finally(() => stops.delete(controller));
    // Every result of every contract test keeps the contract of bounds (S4).
    const problem = boundsProblem(result);
    if (problem !== undefined) throw new Error(`${name}: ${problem}: ${JSON.stringify(result.bounds)}`);
    return result;
  },
  /** This tab becomes a peer of those of the same name. */
  async join(project: string): Promise<string> {
    peers = createPeers(await joinBrowserPeers(project), { find: (name) => agents.find((agent) => agent.name === name) });
    return peers.port.session;
  },
  /** A run of an agent, known to this test by a name. @returns the run's own */
  enter(name: string, options: Partial<PeerRunOptions> & { agent: string }): string {
    const run = peers.enter({ role: 'programmer', task: 'Go.', ...options });
    runs.set(name, { run, stop: new AbortController() });
    return run.run;
  },
  /** A tool in the name of a run. */
  async as(name: string, tool: string, args: unknown): Promise<ToolResult> {
    const { run, stop } = runs.get(name)!;
    return executeTool({ call_id: `call-${++calls}`, name: tool, arguments: args }, {
      sandbox, peers: run, caller: { id: run.agent, role: run.role }, work, signal: stop.signal, onProgress: () => undefined,
    });
  },
  stopRun: (name: string): void => runs.get(name)!.stop.abort(),
  endRun: (name: string): Promise<void> => runs.get(name)!.run.end(),
  returned: (name: string): string | undefined => runs.get(name)!.run.returned,
  /** What the peers' panel would call, e.g. `['waits', 'trigger']`. */
  async peers([service, method]: readonly ['locks' | 'calls' | 'waits', string], args: readonly unknown[]): Promise<unknown> {
    return (peers[service] as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>)[method]!(...args);
  },
  /** What this tab shows of its runs. */
  shownRuns: () => peers.presence.store.getState().own.runs.map(({ agent, state, status }) => ({ agent, state, status })),
  /** Makes a call, and while it runs the second one again and again, until `enough` of those were answered; then the first is stopped if it still runs. */
  async beside(first: [name: string, args: unknown], second: [name: string, args: unknown], enough: number): Promise<{ first: ToolResult; answers: ToolResult[] }> {
    let over = false;
    const running = toolsPage.tool(...first).finally(() => { over = true; });
    const controller = [...stops].at(-1)!;
    const answers: ToolResult[] = [];
    while (!over && answers.length < enough) answers.push(await toolsPage.tool(...second));
    if (!over) controller.abort();
    return { first: await running, answers };
  },
  /** A run of the agent with a model that says these answers, texts or calls; how it ended, and what the model read in return. */
  async agent(system: SystemName, dialect: DialectName, answers: readonly (string | readonly [name: string, args: unknown][])[]): Promise<{ reason: string; read: string[] }> {
    let turn = 0;
    const outcome = await runAgent({
      task: 'Go.', history: [], dialect, system, sandbox, work, signal: new AbortController().signal, onEvent: () => undefined,
      provider: {
        id: 'scripted', label: 'scripted', recording: false,
        async *stream(): AsyncGenerator<ModelEvent> {
          const answer = answers[turn++] ?? '';
          if (typeof answer === 'string') yield { type: 'text', text: answer };
          else for (const [name, args] of answer) yield { type: 'tool_call', call_id: '', name, arguments: JSON.stringify(args) };
        },
      },
    });
    return { reason: outcome.reason, read: outcome.messages.slice(1).flatMap((message) => (message.role === 'tool' || message.role === 'user' ? [message.text] : [])) };
  },
  /** Milliseconds of each call that the tool and the registry take themselves, without the tool host's share, and with it. */
  async overhead(name: string, args: unknown, rounds: number): Promise<{ own: number[]; whole: number[] }> {
    let inHost = 0;
    const call = async (...given: unknown[]): Promise<unknown> => {
      const asked = performance.now();
      try {
        return await (sandbox.host.call as (...all: unknown[]) => Promise<unknown>)(...given);
      } finally {
        inHost += performance.now() - asked;
      }
    };
    const watched = { ...sandbox, host: { ...sandbox.host, call } } as Sandbox;
    const times = { own: [] as number[], whole: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      inHost = 0;
      const started = performance.now();
      await executeTool({ call_id: `call-${++calls}`, name, arguments: args }, { sandbox: watched, caller: { id: 'tester', role: 'programmer' }, work, signal: new AbortController().signal, onProgress: () => undefined });
      const took = performance.now() - started;
      times.own.push(took - inHost);
      times.whole.push(took);
    }
    return times;
  },
  /** Writes files of the project: text, or bytes. */
  async files(contents: Record<string, string | number[]>): Promise<void> {
    for (const [path, content] of Object.entries(contents)) {
      if (path.includes('/')) await sandbox.fs.mkdir(path.slice(0, path.lastIndexOf('/')), { recursive: true });
      await sandbox.fs.writeFile(path, typeof content === 'string' ? content : Uint8Array.from(content));
    }
  },
  /** What a file holds, one character per byte. */
  async bytes(path: string): Promise<string> {
    let text = '';
    for (const byte of await sandbox.fs.readFile(path)) text += String.fromCharCode(byte);
    return text;
  },
  /** Calls a store of the shared work as the page's panels do, e.g. `['beads', 'answer']`. */
  async work([store, method]: readonly [string, string], args: readonly unknown[]): Promise<unknown> {
    const services = work as unknown as Record<string, Record<string, (...given: unknown[]) => Promise<unknown>>>;
    return services[store]![method]!(...args);
  },
  /** A skill of the person; the text of its files by path. */
  async saveSkill(name: string, files: Record<string, string>): Promise<void> {
    await work.skills.own.save(name, Object.fromEntries(Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)])));
  },
  /** What a panel would show now. */
  live: (store: 'beads' | 'messages' | 'todos'): unknown => work[store].live.getState(),
  durable: (): boolean | undefined => work.base.durable.getState(),
  /** A process of the terminal's kind, with the environment that terminals get. */
  async terminal(command: string, args: string[]): Promise<{ output: string; exit: number }> {
    const process = await sandbox.spawn(command, args, { env: sandbox.env });
    let output = '';
    const reading = process.output.pipeTo(new WritableStream({ write(text) { output += text; } }));
    const exit = await process.exit;
    await reading;
    return { output, exit };
  },
};

window.toolsPage = toolsPage;
