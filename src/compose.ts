/** Starts the page: the sandbox first, which works in processes of its own while the page's code is still loading; then what the page shows. Reports each step. */
import { createStore } from 'zustand/vanilla';
import { ownPage } from './compose/own-page.ts';
import { loadModels, type PageParts } from './compose/page-parts.ts';
import { addressOfProject, chooseProject, projectInAddress } from './project/choose-project.ts';
import { loadProjects } from './project/load-projects.ts';
import type { ProjectRecord } from './project/project-record.ts';
import { createSecretStore, type SecretStore } from './project/secrets.ts';
import { patiently } from './project/storage-patience.ts';
import { createSettings, type SettingsStore } from './project/settings.ts';
import { tryToOwn, waitToOwn, type Ownership } from './sandbox/seat/door.ts';
import { meetTabs } from './sandbox/seat/meeting.ts';
import { AppError } from './shared/errors.ts';
import type { App, BootState } from './ui/app-model.ts';
import { findMissingFeatures } from './ui/boot/browser-check.ts';
import { createBootProgress, type BootProgress } from './ui/boot/boot-progress.ts';

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
    const chosen = project = await patiently(chooseProject(projectInAddress(location.href)));
    // A reload comes back to this project, whichever another tab opened last.
    history.replaceState(history.state, '', addressOfProject(chosen.id, location.href));
    const origin = engine === 'self-hosted' ? `${location.protocol}//sandbox.${location.host}` : undefined;
    const [meeting, ownership] = await Promise.all([meetTabs(chosen.id), tryToOwn(chosen.id)]);
    const parts: PageParts = {
      project: chosen, origin, meeting,
      open: async (sandbox, prepared) => (await loadModels()).openWorkspace(sandbox, { project: chosen, engine, origin, prepared, settings, secrets, screenReader: () => settings.getState().terminalScreenReader }),
    };
    const start = (free: Ownership): Promise<void> => {
      progress.waitForOtherTab(false);
      return ownFirst(parts, free, progress, begun);
    };
    if (ownership) await start(ownership);
    else {
      progress.waitForOtherTab(true);
      begun();
      const { attachedPage } = await import('./compose/attached-page.ts');
      // Without a channel there is nobody to join: the project opens here when the other tab is closed.
      if (!meeting) await start(await waitToOwn(chosen.id, new AbortController().signal));
      else await attachedPage({ ...parts, meeting }, {
        ownFirst: start,
        ready: (workspace) => {
          progress.ready(workspace);
          fetchLater();
        },
      });
    }
  } catch (error) {
    const failure = AppError.from(error);
    progress.fail(failure, project && failure.code === 'project_unreadable' ? forgetting(project.id) : undefined);
    begun();
  }
}

/** The page's start in a tab that owns the project. */
async function ownFirst(parts: PageParts, ownership: Ownership, progress: BootProgress, begun: () => void): Promise<void> {
  const { project } = parts;
  // Everything that needs nothing of the others begins now: the saved files, the terminal's code.
  const opening = loadModels().then(({ openProject }) => openProject(project)).then((opened) => {
    progress.done('project', !opened.durable ? 'in memory only' : opened.saved ? 'from this browser' : project.begin === 'sample' ? 'the sample project' : 'a new project');
    return opened;
  });
  // Awaited when the engine answers; a failure of the engine itself is the one to show.
  opening.catch(() => undefined);
  const owning = ownPage(parts, ownership, {
    opening,
    onStatus: ({ step, state }) => {
      if (step !== 'client' && step !== 'engine') return;
      if (state === 'started') progress.begin(step);
      else progress.done(step);
      if (step === 'engine') begun();
    },
    onFiles: (state) => (state === 'started' ? progress.begin('files') : progress.done('files')),
  }, async (seated, own) => {
    const { createSharedSandbox } = await loadModels();
    const workspace = await parts.open(createSharedSandbox(seated), own.prepared);
    // The shell starts while the page is drawn.
    // Whoever types `git` at the first prompt must find it.
    void workspace.session.restore(workspace, own.placed);
    await workspace.tree.open('');
    progress.ready(workspace);
    return workspace;
  });
  void import('./ui/terminal/terminal-session.ts');
  await owning;
  fetchLater();
}

/** The editor is the largest part; fetched before it is wanted, it opens at once. */
function fetchLater(): void {
  whenIdle(() => {
    void import('./ui/editor/editor-view.tsx');
    void import('./ui/agent/markdown.tsx');
  });
}

const forgetting = (id: string) => async (): Promise<void> => (await loadModels()).forgetProject(id);

/** Safari has no `requestIdleCallback`. */
function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work);
  else setTimeout(work, 500);
}
