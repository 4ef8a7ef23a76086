/** The project and its models: all that the page needs besides the sandbox. Apart from `compose.ts`, which starts the sandbox before this is loaded. */
import type { FileSystemTree } from '@webcontainer/api';
import { createStore } from 'zustand/vanilla';
import { watchProject } from './project/changes.ts';
import { followProject } from './project/follow-project.ts';
import { loadProjects } from './project/load-projects.ts';
import { followPeers } from './project/follow-peers.ts';
import { joinPeers } from './project/join-peers.ts';
import { createDocuments, isDirty } from './project/documents.ts';
import { openDurableFs, type DurableFs } from './project/durable-fs.ts';
import { projectChanged } from './project/project-changed.ts';
import type { ProjectRecord } from './project/project-record.ts';
import { sampleFiles, treeOf } from './project/sample.ts';
import type { SecretStore } from './project/secrets.ts';
import type { Settings, SettingsStore } from './project/settings.ts';
import { wasSaved } from './project/saved-marker.ts';
import { askOnFirstChange, storage } from './project/storage-care.ts';
import { patiently } from './project/storage-patience.ts';
import { encodeSnapshot } from './project/snapshot.ts';
import { statusOfPeers } from './project/status-of-peers.ts';
import { createTeamServer } from './project/team-server.ts';
import { workFiles } from './project/work-files.ts';
import { answerStatus } from './sandbox/answer-status.ts';
import { watchLife } from './sandbox/life.ts';
import type { SharedSandbox } from './sandbox/seat/shared-sandbox.ts';
import { AppError } from './shared/errors.ts';
import type { Trouble, Workspace } from './ui/app-model.ts';
import { createAgents } from './agent/runner/agents.ts';
import { createAgentRuns } from './ui/agent/agent-runs.ts';
import { createAgentSession } from './ui/agent/agent-session.ts';
import { downloadFolder } from './ui/files/download.ts';
import { createFileTree } from './ui/files/file-tree.ts';
import { createPreviews } from './ui/preview/previews.ts';
import { startSession } from './ui/session/start-session.ts';
import { createSourceControl } from './ui/panels/source-control/source-control.ts';
import { openWorkPanels } from './ui/panels/work/work-panels.ts';
import { createWorkspaceTabs } from './ui/tabs/workspace-tabs.ts';
import { createTerminals } from './ui/terminal/terminals.ts';
import { openWork } from './work/open-work.ts';

export { commitSample } from './project/sample.ts';
export { createSharedSandbox } from './sandbox/seat/shared-sandbox.ts';
export { createTerminalHub } from './sandbox/terminal-hub.ts';

export interface OpenedProject {
  /** Undefined where the browser refuses storage: the project then lives in memory, and the page says so. */
  durable: DurableFs | undefined;
  /** Whether `files` are what was saved here; else they are what the project begins with. */
  saved: boolean;
  /** What `mount` takes. */
  files: FileSystemTree | Uint8Array;
}

/** What was saved of a project, or what it begins with. @throws AppError `project_unreadable` */
export async function openProject({ id, begin }: ProjectRecord): Promise<OpenedProject> {
  const durable = openDurableFs(id);
  const first = treeOf(begin === 'sample' ? sampleFiles : {});
  let saved: boolean;
  try {
    saved = await patiently(durable.exists());
  } catch (error) {
    // Here storage worked before, so this is no browser that refuses it: to begin anew would look as if everything were gone.
    if (wasSaved(id)) throw unreadable(error);
    return { durable: undefined, saved: false, files: first };
  }
  if (!saved) {
    // Not silently what it began with: the person had something here.
    if (wasSaved(id)) storage.setState({ removed: true });
    return { durable, saved, files: first };
  }
  try {
    const began = Date.now();
    // Where it fails, the load says why.
    await patiently(durable.claim().catch(() => undefined));
    const files = encodeSnapshot(await durable.load());
    void durable.damaged().then((all) => storage.setState({ damaged: all.filter(({ found }) => found >= began) }), () => undefined);
    return { durable, saved, files };
  } catch (error) {
    throw unreadable(error);
  }
}

const unreadable = (cause: unknown): AppError => new AppError('project_unreadable', `The stored project cannot be read: ${AppError.from(cause).message}`, { cause });

/** Removes the stored project, for a page that cannot read it. */
export const forgetProject = (id: string): Promise<void> => openDurableFs(id).wipe();

export interface WorkspaceParts {
  project: ProjectRecord;
  engine: Settings['engine'];
  /** Where the self-hosted engine is served. */
  origin: string | undefined;
  /** The project is complete: a run of the agent that began earlier would not find its git history. */
  prepared: Promise<unknown>;
  settings: SettingsStore;
  secrets: SecretStore;
  screenReader: () => boolean;
}

/** The models of the page on an engine that answers. Whether it is this tab's own or another's is told to `tabs`. */
export function openWorkspace(sandbox: SharedSandbox, { project, engine, origin, prepared, settings, secrets, screenReader }: WorkspaceParts): Workspace {
  const changes = watchProject(sandbox);
  // A save of the editor's is told at once: while thousands of files change, the watch may only say that many did.
  const documents = createDocuments(sandbox.fs, (path) => changes.announce(path));
  askOnFirstChange((own) => documents.store.subscribe(({ open }) => { if (open.some(isDirty)) own(); }), projectChanged(sandbox, changes, prepared));
  const tree = createFileTree(sandbox.fs);
  changes.subscribe((paths) => {
    void tree.refresh(paths);
    void documents.refresh(paths);
  });
  const trouble = createStore<Trouble>(() => ({ message: undefined, lost: undefined }));
  if (origin !== undefined) watchLife(origin, ({ answers, program }) => trouble.setState({ lost: answers ? undefined : { program } }));
  sandbox.on('error', ({ message }) => trouble.setState({ message }));
  // `code FILE` in a terminal. What lies outside of the project has no place in its editor.
  sandbox.on('code', (_type, { files }) => {
    for (const { filepath, line, column } of files) {
      const place = line === undefined ? undefined : { line, ...(column === undefined ? {} : { column }) };
      if (filepath.startsWith(`${sandbox.workdir}/`)) void documents.show(filepath.slice(sandbox.workdir.length + 1), place).catch(() => undefined);
    }
  });
  const tabs = createWorkspaceTabs(sandbox, changes, trouble);
  const { tools } = tabs;
  const record = followProject(project, loadProjects);
  const files = workFiles(sandbox);
  const work = openWork({ project: project.id }, files);
  const agents = createAgents(files);
  changes.subscribe((paths) => { if (tools.getState().state === 'ready' && [...paths].some((path) => path === '.agents' || path.startsWith('.agents/'))) void agents.refresh().catch(() => undefined); });
  const peers = joinPeers(project.id, agents.find, { name: () => record.getState().name, onName: (listener) => record.subscribe(listener), server: createTeamServer(settings, secrets) });
  // Others see in whose tab the programs run.
  const tellOwner = (): void => {
    const joined = peers.getState();
    if (joined.state === 'joined') joined.peers.presence.describe({ owner: tabs.store.getState().role === 'own' });
  };
  for (const store of [tabs.store, peers]) (store as { subscribe(listener: () => void): void }).subscribe(tellOwner);
  // Every change of a run tells the tool host of the locks too: what fails here comes later.
  const seed = (): void => {
    const joined = peers.getState();
    if (joined.state !== 'joined' || tools.getState().state !== 'ready' || tabs.store.getState().role !== 'own') return;
    void import('./tools/peers/seed-fences.ts').then(({ seedFences }) => seedFences(sandbox, joined.peers.locks)).catch(() => undefined);
  };
  for (const store of [peers, tools, tabs.store] as { subscribe(listener: () => void): unknown }[]) store.subscribe(seed);
  // Every tab sees the question; the one that runs the project answers.
  const answer = answerStatus(sandbox.fs, () => statusOfPeers(peers));
  changes.subscribe((paths) => { if (tabs.store.getState().role === 'own') answer(paths); });
  const loadAgent = async () => {
    const [module] = await Promise.all([import('./project/agent-module.ts'), prepared]);
    return module;
  };
  const previews = createPreviews(sandbox);
  const terminals = createTerminals(sandbox.terminals, screenReader);
  let told: unknown;
  tabs.store.subscribe(({ notice }) => {
    // Each change of owners once; the notice changes with its servers.
    if (notice?.kind !== 'changed' || notice.programs === told) return;
    told = notice.programs;
    const { by, servers } = notice;
    if (servers.length > 0) void import('./ui/tabs/start-servers.ts').then(({ followServer, startServers }) => {
      if (by === 'this') startServers({ sandbox, previews, terminals, tabs }, servers);
      else for (const server of servers) followServer({ sandbox, previews, tabs }, server);
    }).catch(() => undefined);
  });
  const agent = createAgentSession(sandbox, work, peers, loadAgent);
  const session = startSession(project.id, secrets, agent);
  return {
    session, project: record, work, peers, webhookSources: followPeers(peers, project.id, settings, tabs.store), workPanels: openWorkPanels(work, changes, tools), sourceControl: createSourceControl(sandbox, changes),
    sandbox, engine, tools, trouble, previews, changes, documents, tree,
    terminals,
    agent,
    agentRuns: createAgentRuns({ sandbox, work, agents, peers, tools, settings, secrets, load: loadAgent }),
    tabs, saving: tabs.saving,
    flush: async () => { await Promise.all([tabs.flush(), session.flush()]); },
    async reset() {
      await session.forget();
      await tabs.wipe();
      // Work on files that are gone would only confuse.
      await work.base.forget().catch(() => undefined);
      location.reload();
    },
    download: () => downloadFolder(sandbox, '', record.getState().name),
  };
}
