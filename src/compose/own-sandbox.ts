/** This tab's own sandbox, with the project's files in it: at the page's start, or when it takes over from another tab. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { OpenedProject } from '../open-workspace.ts';
import type { ProjectRecord } from '../project/project-record.ts';
import { bootSandbox, toolsEnv, type BootStatus } from '../sandbox/boot.ts';
import type { Engine, Sandbox } from '../sandbox/sandbox.ts';
import { watchOpenPorts } from '../sandbox/seat/open-ports.ts';
import { AppError } from '../shared/errors.ts';
import type { ToolsState } from '../ui/app-model.ts';

export interface OwnSandbox {
  /** Files and processes work now, the tools as soon as they have started. */
  sandbox: Sandbox;
  opened: OpenedProject;
  tools: StoreApi<ToolsState>;
  /** Servers that are up. */
  ports: ReadonlyMap<number, string>;
  /** Whoever types `git` must find it. */
  placed: Promise<void>;
  /** The project is complete: a first commit that is under way is in it. */
  prepared: Promise<unknown>;
}

export interface OwnSandboxOptions {
  /** Where the engine is served; undefined for the client's own default. */
  origin: string | undefined;
  /** The saved files, which are read while the engine starts. */
  opening: Promise<OpenedProject>;
  onStatus?(status: BootStatus): void;
  onFiles?(state: 'started' | 'done'): void;
}

/**
 * @param use is given the sandbox as soon as it has its files
 * @returns resolves when the tools have started too. @throws AppError `boot_failed`, `project_unreadable`
 */
export async function bootOwn(project: ProjectRecord, { origin, opening, onStatus, onFiles }: OwnSandboxOptions, use: (own: OwnSandbox) => Promise<void>): Promise<void> {
  const tools = createStore<ToolsState>(() => ({ state: 'starting' }));
  const booted: Promise<Sandbox> = bootSandbox({
    origin, workdirName: project.folder, project: project.id, ...(onStatus ? { onStatus } : {}),
    async onEngine(client, placed) {
      onFiles?.('started');
      const ports = watchOpenPorts(client);
      const [{ commitSample }, opened] = await Promise.all([import('../open-workspace.ts'), opening]);
      await client.mount(opened.files);
      onFiles?.('done');
      const prepared = placed.then(() => (opened.saved || project.begin !== 'sample' ? undefined : commitSample(client)));
      Promise.all([booted, prepared]).then(() => tools.setState({ state: 'ready' }), (error: unknown) => tools.setState({ state: 'failed', reason: AppError.from(error).message }));
      await use({ sandbox: withLaterTools(client, booted), opened, tools, ports, placed, prepared });
    },
  });
  await booted;
}

/** The sandbox as it will be. */
function withLaterTools(engine: Engine, booted: Promise<Sandbox>): Sandbox {
  return {
    ...engine,
    env: toolsEnv(engine),
    host: { call: async (operation, params, options) => (await booted).host.call(operation, params, options) },
    teardown: () => void booted.then((sandbox) => sandbox.teardown(), () => engine.teardown()),
  };
}
