/** Starts the page: the sandbox first, which works in processes of its own while the page's code is still loading; then what the page shows. Reports each step. */
import { createStore } from 'zustand/vanilla';
import { addressOfProject, chooseProject, projectInAddress } from './project/choose-project.ts';
import { acquireProject } from './project/durable-lock.ts';
import { loadProjects } from './project/load-projects.ts';
import type { ProjectRecord } from './project/project-record.ts';
import { createSecretStore, type SecretStore } from './project/secrets.ts';
import { createSettings, type SettingsStore } from './project/settings.ts';
import { bootSandbox, toolsEnv } from './sandbox/boot.ts';
import type { Engine, Sandbox } from './sandbox/sandbox.ts';
import { AppError } from './shared/errors.ts';
import type { App, BootState, ToolsState } from './ui/app-model.ts';
import { findMissingFeatures } from './ui/boot/browser-check.ts';
import { createBootProgress, type BootProgress } from './ui/boot/boot-progress.ts';

const loadModels = (): Promise<typeof import('./open-workspace.ts')> => import('./open-workspace.ts');

/**
 * Builds the page's model and begins to start the sandbox. `begun` resolves when the sandbox is on its way, or cannot be yet: evaluating the
 * page's code any earlier would only hold it up.
 */
export function compose(): { app: App; begun: Promise<void> } {
  const settings = createSettings();
  const secrets = createSecretStore();
  const missing = findMissingFeatures();
  const boot = createStore<BootState>(() => (missing.length > 0 ? { phase: 'unsupported', missing } : { phase: 'booting', steps: [], otherTab: false }));
  const app = { settings, secrets, boot, projects: loadProjects };
  if (missing.length > 0) return { app, begun: Promise.resolve() };
  const begun = new Promise<void>((resolve) => void start(createBootProgress(boot), settings, secrets, resolve));
  return { app, begun };
}

async function start(progress: BootProgress, settings: SettingsStore, secrets: SecretStore, begun: () => void): Promise<void> {
  const { engine } = settings.getState();
  let project: ProjectRecord | undefined;
  try {
    progress.begin('project');
    const chosen = project = await chooseProject(projectInAddress(location.href));
    // A reload comes back to this project, whichever another tab opened last.
    history.replaceState(history.state, '', addressOfProject(chosen.id, location.href));
    await acquireProject(chosen.id, () => {
      progress.waitForOtherTab(true);
      begun();
    });
    progress.waitForOtherTab(false);
    const origin = engine === 'self-hosted' ? `${location.protocol}//sandbox.${location.host}` : undefined;
    const tools = createStore<ToolsState>(() => ({ state: 'starting' }));
    const booted = bootSandbox({
      origin,
      workdirName: chosen.folder,
      onStatus: ({ step, state }) => {
        if (step !== 'client' && step !== 'engine') return;
        if (state === 'started') progress.begin(step);
        else progress.done(step);
        if (step === 'engine') begun();
      },
      async onEngine(client, placed) {
        progress.begin('files');
        const [{ openWorkspace, commitSample }, { durable, saved, files }] = await Promise.all([loadModels(), opening]);
        await client.mount(files);
        progress.done('files');
        const prepared = placed.then(() => (saved || chosen.begin !== 'sample' ? undefined : commitSample(client)));
        Promise.all([booted, prepared]).then(() => tools.setState({ state: 'ready' }), (error: unknown) => tools.setState({ state: 'failed', reason: AppError.from(error).message }));
        const workspace = openWorkspace(withLaterTools(client, booted), durable, { project: chosen, engine, origin, tools, prepared, settings, secrets, screenReader: () => settings.getState().terminalScreenReader });
        // The shell starts while the page is drawn.
        // Whoever types `git` at the first prompt must find it.
        void placed.then(() => workspace.terminals.open(), () => undefined);
        await workspace.tree.open('');
        progress.ready(workspace);
      },
    });
    // Everything that needs nothing of the others begins now: the saved files, the terminal's code.
    const opening = loadModels().then(({ openProject }) => openProject(chosen)).then((opened) => {
      progress.done('project', !opened.durable ? 'in memory only' : opened.saved ? 'from this browser' : chosen.begin === 'sample' ? 'the sample project' : 'a new project');
      return opened;
    });
    // Awaited when the engine answers; a failure of the engine itself is the one to show.
    opening.catch(() => undefined);
    void import('./ui/terminal/terminal-session.ts');
    await booted;
    // The editor is the largest part; fetched before it is wanted, it opens at once.
    whenIdle(() => {
      void import('./ui/editor/editor-view.tsx');
      void import('./ui/agent/markdown.tsx');
    });
  } catch (error) {
    const failure = AppError.from(error);
    progress.fail(failure, project && failure.code === 'project_unreadable' ? forgetting(project.id) : undefined);
    begun();
  }
}

const forgetting = (id: string) => async (): Promise<void> => (await loadModels()).forgetProject(id);

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
