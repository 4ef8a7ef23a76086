/** The page of `tools-browser.ts`: the app's own boot, tool host and tools in the real sandbox, as plain functions for a test to call. */
import { workFiles } from '../../src/project/work-files.ts';
import { bootSandbox } from '../../src/sandbox/boot.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { executeTool } from '../../src/tools/execute.ts';
import type { ToolResult } from '../../src/tools/result.ts';
import { openWork } from '../../src/work/open-work.ts';
import type { Work } from '../../src/work/open-work.ts';

declare global {
  interface Window { toolsPage: typeof toolsPage }
}

let sandbox: Sandbox;
let work: Work;
let calls = 0;
const stops = new Set<AbortController>();

const toolsPage = {
  async boot(): Promise<string[]> {
    const steps: string[] = [];
    sandbox = await bootSandbox({ origin: `${location.protocol}//sandbox.${location.host}`, workdirName: 'project', onStatus: ({ step, state }) => steps.push(`${step} ${state}`) });
    work = openWork({ project: 'project' }, workFiles(sandbox));
    return steps;
  },
  /** `stopAt` stops the call when that text has been seen in its live output. */
  async tool(name: string, args: unknown, stopAt?: string): Promise<ToolResult> {
    const controller = new AbortController();
    stops.add(controller);
    let seen = '';
    return executeTool({ call_id: `call-${++calls}`, name, arguments: args }, {
      sandbox, caller: { id: 'tester', role: 'programmer' }, work, signal: controller.signal,
      onProgress: (_stream, text) => {
        seen += text;
        if (stopAt !== undefined && seen.includes(stopAt)) controller.abort();
      },
    }).finally(() => stops.delete(controller));
  },
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
