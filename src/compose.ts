/** Wires everything: the only file that knows all modules. Starts the page and reports each step. */
import type { FileSystemTree } from '@webcontainer/api';
import { createStore } from 'zustand/vanilla';
import { watchProject } from './project/changes.ts';
import { createDocuments } from './project/documents.ts';
import { openDurableFs, type DurableFs } from './project/durable-fs.ts';
import { acquireProject } from './project/durable-lock.ts';
import { mirrorProject, type SaveState } from './project/durable-mirror.ts';
import { createSecretStore } from './project/secrets.ts';
import { createSettings, type Settings } from './project/settings.ts';
import { commitSample, SAMPLE_NAME as PROJECT, sampleFiles, treeOf } from './project/sample.ts';
import { bootSandbox, toolsEnv } from './sandbox/boot.ts';
import type { Engine, Sandbox } from './sandbox/sandbox.ts';
import { AppError } from './shared/errors.ts';
import type { App, BootState, ToolsState, Workspace } from './ui/app-model.ts';
import { createAgentSession } from './ui/agent/agent-session.ts';
import { findMissingFeatures } from './ui/boot/browser-check.ts';
import { createBootProgress, type BootProgress } from './ui/boot/boot-progress.ts';
import { downloadFolder } from './ui/files/download.ts';
import { createFileTree } from './ui/files/file-tree.ts';
import { createTerminals } from './ui/terminal/terminals.ts';

/** Builds the page's model and begins to start the sandbox. */
export function compose(): App {
  const settings = createSettings();
  const secrets = createSecretStore();
  const missing = findMissingFeatures();
  const boot = createStore<BootState>(() => (missing.length > 0 ? { phase: 'unsupported', missing } : { phase: 'booting', steps: [], otherTab: false }));
  if (missing.length === 0) void start(createBootProgress(boot), settings.getState(), () => settings.getState().terminalScreenReader);
  return { settings, secrets, boot };
}

async function start(progress: BootProgress, { engine }: Settings, screenReader: () => boolean): Promise<void> {
  try {
    progress.begin('project');
    await acquireProject(PROJECT, () => progress.waitForOtherTab(true));
    progress.waitForOtherTab(false);
    // Everything that needs nothing of the others begins now: the saved files, the terminal's code, the sandbox.
    const opening = openProject().then((project) => {
      progress.done('project', !project.durable ? 'in memory only' : project.saved ? 'from this browser' : 'the sample project');
      return project;
    });
    void import('./ui/terminal/terminal-session.ts');

    const tools = createStore<ToolsState>(() => ({ state: 'starting' }));
    const booted = bootSandbox({
      origin: engine === 'self-hosted' ? `${location.protocol}//sandbox.${location.host}` : undefined,
      workdirName: PROJECT,
      onStatus: ({ step, state }) => {
        if (step !== 'client' && step !== 'engine') return;
        if (state === 'started') progress.begin(step);
        else progress.done(step);
      },
      async onEngine(client, placed) {
        progress.begin('files');
        const { durable, files } = await opening;
        await client.mount(files);
        progress.done('files');
        const workspace = openWorkspace(withLaterTools(client, booted), durable, { engine, tools, prepared, screenReader });
        // The shell starts while the page is drawn.
        // Whoever types `git` at the first prompt must find it.
        void placed.then(() => workspace.terminals.open(), () => undefined);
        await workspace.tree.open('');
        progress.ready(workspace);
      },
    });
    const prepared = Promise.all([booted, opening]).then(([sandbox, { saved }]) => (saved ? undefined : commitSample(sandbox)));
    prepared.then(() => tools.setState({ state: 'ready' }), (error: unknown) => tools.setState({ state: 'failed', reason: AppError.from(error).message }));
    await booted;
    // The editor is the largest part; fetched before it is wanted, it opens at once.
    whenIdle(() => void import('./ui/editor/editor-view.tsx'));
  } catch (error) {
    const failure = AppError.from(error);
    progress.fail(failure, failure.code === 'project_unreadable' ? () => openDurableFs(PROJECT).wipe() : undefined);
  }
}

/** Safari has no `requestIdleCallback`. */
function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work);
  else setTimeout(work, 500);
}

/** The sandbox as it will be: files and processes work now, the tools as soon as they have started. */
function withLaterTools(engine: Engine, booted: Promise<Sandbox>): Sandbox {
  return {
    ...engine,
    env: toolsEnv(engine),
    host: { call: async (operation, params, options) => (await booted).host.call(operation, params, options) },
    teardown: () => void booted.then((sandbox) => sandbox.teardown(), () => engine.teardown()),
  };
}

interface OpenedProject {
  /** Undefined where the browser refuses storage: the project then lives in memory, and the page says so. */
  durable: DurableFs | undefined;
  /** Whether `files` are what was saved here; else they are the sample. */
  saved: boolean;
  files: FileSystemTree;
}

async function openProject(): Promise<OpenedProject> {
  const durable = openDurableFs(PROJECT);
  let saved: boolean;
  try {
    saved = await durable.exists();
  } catch {
    return { durable: undefined, saved: false, files: treeOf(sampleFiles) };
  }
  if (!saved) return { durable, saved, files: treeOf(sampleFiles) };
  try {
    return { durable, saved, files: await durable.load() };
  } catch (error) {
    throw new AppError('project_unreadable', `The stored project cannot be read: ${AppError.from(error).message}`, { cause: error });
  }
}

interface WorkspaceParts {
  engine: Settings['engine'];
  tools: Workspace['tools'];
  /** The project is complete: a run of the agent that began earlier would not find its git history. */
  prepared: Promise<unknown>;
  screenReader: () => boolean;
}

function openWorkspace(sandbox: Sandbox, durable: DurableFs | undefined, { engine, tools, prepared, screenReader }: WorkspaceParts): Workspace {
  const changes = watchProject(sandbox);
  const documents = createDocuments(sandbox.fs);
  const tree = createFileTree(sandbox.fs);
  changes.subscribe((paths) => {
    void tree.refresh(paths);
    void documents.refresh(paths);
  });
  const trouble = createStore<{ message: string | undefined }>(() => ({ message: undefined }));
  sandbox.on('error', ({ message }) => trouble.setState({ message }));
  const mirror = durable && mirrorProject(sandbox, changes, durable, prepared);
  void mirror?.rescan();
  return {
    sandbox, engine, tools, trouble, changes, documents, tree,
    terminals: createTerminals(sandbox, screenReader),
    agent: createAgentSession(sandbox, async () => {
      const [module] = await Promise.all([import('./project/agent-module.ts'), prepared]);
      return module;
    }),
    saving: mirror?.status ?? createStore<SaveState>(() => ({ state: 'memory' })),
    flush: async () => mirror?.flush(),
    async reset() {
      mirror?.close();
      await durable?.wipe();
      location.reload();
    },
    download: () => downloadFolder(sandbox.fs, '', PROJECT),
  };
}
