/** Wires everything: the only file that knows all modules. Starts the page and reports each step. */
import { createStore } from 'zustand/vanilla';
import { watchProject } from './project/changes.ts';
import { createDocuments } from './project/documents.ts';
import { openDurableFs, type DurableFs } from './project/durable-fs.ts';
import { acquireProject } from './project/durable-lock.ts';
import { mirrorProject, type SaveState } from './project/durable-mirror.ts';
import { createSecretStore } from './project/secrets.ts';
import { createSettings, type Settings } from './project/settings.ts';
import { bootSandbox } from './sandbox/boot.ts';
import type { Sandbox } from './sandbox/sandbox.ts';
import { AppError } from './shared/errors.ts';
import type { App, BootState, Workspace } from './ui/app-model.ts';
import { createAgentSession } from './ui/agent/agent-session.ts';
import { findMissingFeatures } from './ui/boot/browser-check.ts';
import { createBootProgress, type BootProgress } from './ui/boot/boot-progress.ts';
import { downloadFolder } from './ui/files/download.ts';
import { createFileTree } from './ui/files/file-tree.ts';
import { createTerminals } from './ui/terminal/terminals.ts';

/** There is one project until projects can be chosen; its name is that of its folder in the sandbox. */
const PROJECT = 'project';

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
    const { durable, saved } = await openProject(progress);
    progress.done('project', !durable ? 'in memory only' : saved ? 'from this browser' : 'new');

    const sandbox = await bootSandbox({
      origin: engine === 'self-hosted' ? `${location.protocol}//sandbox.${location.host}` : undefined,
      workdirName: PROJECT,
      onStatus: ({ step, state }) => (state === 'started' ? progress.begin(step) : progress.done(step)),
    });
    progress.begin('files');
    if (saved) await sandbox.mount(await saved.load());
    progress.done('files');

    const workspace = openWorkspace(sandbox, durable, engine, screenReader);
    await workspace.tree.open('');
    progress.ready(workspace);
    void workspace.terminals.open();
  } catch (error) {
    progress.fail(AppError.from(error));
  }
}

interface OpenedProject {
  /** Undefined where the browser refuses storage: the project then lives in memory, and the page says so. */
  durable: DurableFs | undefined;
  /** Set when there is something to restore. */
  saved: DurableFs | undefined;
}

async function openProject(progress: BootProgress): Promise<OpenedProject> {
  await acquireProject(PROJECT, () => progress.waitForOtherTab(true));
  progress.waitForOtherTab(false);
  const durable = openDurableFs(PROJECT);
  try {
    return { durable, saved: await durable.exists() ? durable : undefined };
  } catch {
    return { durable: undefined, saved: undefined };
  }
}

function openWorkspace(sandbox: Sandbox, durable: DurableFs | undefined, engine: Settings['engine'], screenReader: () => boolean): Workspace {
  const changes = watchProject(sandbox);
  const documents = createDocuments(sandbox.fs);
  const tree = createFileTree(sandbox.fs);
  changes.subscribe((paths) => {
    void tree.refresh(paths);
    void documents.refresh(paths);
  });
  const mirror = durable && mirrorProject(sandbox, changes, durable);
  void mirror?.rescan();
  return {
    sandbox, engine, changes, documents, tree,
    terminals: createTerminals(sandbox, screenReader),
    agent: createAgentSession(sandbox, () => import('./compose-agent.ts')),
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
