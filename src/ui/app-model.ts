/** What the page renders: made by `compose.ts`, handed to React once. */
import type { StoreApi } from 'zustand/vanilla';
import type { ProjectChanges } from '../project/changes.ts';
import type { Documents } from '../project/documents.ts';
import type { SaveState } from '../project/durable-mirror.ts';
import type { PeersState } from '../project/join-peers.ts';
import type { ProjectRecord } from '../project/project-record.ts';
import type { Projects } from '../project/projects.ts';
import type { SecretStore } from '../project/secrets.ts';
import type { SettingsStore } from '../project/settings.ts';
import type { WebhookSources } from '../project/webhooks/sources.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Work } from '../work/open-work.ts';
import type { AgentRuns } from './agent/agent-runs.ts';
import type { AgentSession } from './agent/agent-session.ts';
import type { MissingFeature } from './boot/browser-check.ts';
import type { FileTree } from './files/file-tree.ts';
import type { WorkPanels } from './panels/work/work-panels.ts';
import type { PageSession } from './session/start-session.ts';
import type { SourceControl } from './panels/source-control/source-control.ts';
import type { Previews } from './preview/previews.ts';
import type { WorkspaceTabs } from './tabs/workspace-tabs.ts';
import type { Terminals } from './terminal/terminals.ts';

export interface BootStep {
  id: string;
  label: string;
  state: 'waiting' | 'running' | 'done' | 'failed';
  detail?: string;
}

export type BootState =
  | { phase: 'unsupported'; missing: readonly MissingFeature[] }
  /** `otherTab`: the project is open elsewhere and opens here as soon as it is free. */
  | { phase: 'booting'; steps: readonly BootStep[]; otherTab: boolean }
  /** `forget`, where the stored project itself cannot be read: removes it, so that the page starts again with the sample. */
  | { phase: 'failed'; steps: readonly BootStep[]; code: string; message: string; forget?: () => Promise<void> }
  | { phase: 'ready'; workspace: Workspace };

/** The tool host starts after the page is usable; until then the agent waits for it. */
export type ToolsState = { state: 'starting' } | { state: 'ready' } | { state: 'failed'; reason: string };

/** What went wrong with the sandbox itself. */
export interface Trouble {
  /** What it reported last: something in it failed that no program can be blamed for. */
  message: string | undefined;
  /** It no longer answers: most likely it died. `program` computed most at last; empty when none did. */
  lost: { program: string } | undefined;
}

/** Everything about the open project. */
export interface Workspace {
  /** Its entry in the list of projects as it is now. */
  readonly project: StoreApi<ProjectRecord>;
  /** What a reload comes back to. */
  readonly session: PageSession;
  readonly sandbox: Sandbox;
  /** e.g. "self-hosted": which engine runs below. */
  readonly engine: 'self-hosted' | 'stackblitz';
  readonly changes: ProjectChanges;
  readonly documents: Documents;
  readonly tree: FileTree;
  readonly terminals: Terminals;
  readonly agent: AgentSession;
  /** What agents of the project do in this tab, called or by a bead. */
  readonly agentRuns: AgentRuns;
  readonly saving: StoreApi<SaveState>;
  /** Who runs the sandbox among the tabs of this project. */
  readonly tabs: WorkspaceTabs;
  readonly tools: StoreApi<ToolsState>;
  readonly trouble: StoreApi<Trouble>;
  /** Beads, messages, questions, skills and tasks: what people and agents share. */
  readonly work: Work;
  /** The other tabs of this project: locks, calls, who is here. */
  readonly peers: StoreApi<PeersState>;
  /** Where webhooks come from besides the panel; undefined while this tab is alone. */
  readonly webhookSources: StoreApi<WebhookSources | undefined>;
  readonly workPanels: WorkPanels;
  readonly sourceControl: SourceControl;
  /** Servers that programs of the sandbox run. */
  readonly previews: Previews;
  /** Resolves when everything is on disk, or the attempt failed. */
  flush(): Promise<void>;
  /** Forgets the durable copy and loads the page again with the sample project. */
  reset(): Promise<void>;
  download(): Promise<void>;
}

export interface App {
  readonly settings: SettingsStore;
  readonly secrets: SecretStore;
  readonly boot: StoreApi<BootState>;
  /** The list of projects; loaded with the first call. */
  projects(): Promise<Projects>;
}
