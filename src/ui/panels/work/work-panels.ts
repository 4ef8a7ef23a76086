/** What the work panels show besides the stores themselves, and what keeps them fresh. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ProjectChanges } from '../../../project/changes.ts';
import type { Bead } from '../../../work/beads/bead.ts';
import { PERSON } from '../../../work/actor.ts';
import type { Message } from '../../../work/messages/message.ts';
import type { Work } from '../../../work/open-work.ts';
import { TODO_FILE } from '../../../work/todos/todos.ts';
import type { ToolsState } from '../../app-model.ts';

export const workTabs = [
  { id: 'board', label: 'Board' },
  { id: 'agents', label: 'Agents' },
  { id: 'questions', label: 'Questions' },
  { id: 'inbox', label: 'Inbox' },
  { id: 'todos', label: 'Tasks' },
  { id: 'skills', label: 'Skills' },
  { id: 'source', label: 'Source control' },
  { id: 'peers', label: 'Peers' },
] as const;
export type WorkTab = (typeof workTabs)[number]['id'];

export interface WorkPanelsState {
  visible: boolean;
  tab: WorkTab;
  /** The focus goes there as soon as it is drawn; its code may have to be loaded first. */
  wantsFocus: boolean;
  /** Counts up when a file of `.agents` changes: skills and agents are read again. */
  agentsVersion: number;
}

export interface WorkPanels {
  readonly store: StoreApi<WorkPanelsState>;
  show(tab?: WorkTab): void;
  /** Shows it and has it take the focus. */
  enter(): void;
  hide(): void;
}

/** Nodes of workflows whose time is up are looked for this often. */
const EXPIRE_MS = 60_000;

/** For as long as the page lives. */
export function openWorkPanels(work: Work, changes: ProjectChanges, tools: StoreApi<ToolsState>): WorkPanels {
  const store = createStore<WorkPanelsState>(() => ({ visible: false, tab: 'board', wantsFocus: false, agentsVersion: 0 }));
  // A file that cannot be read as a list is left as it is shown; its tool says why.
  const readTodos = (): void => void work.todos.refresh().catch(() => undefined);
  const ready = ({ state }: ToolsState): void => {
    if (state !== 'ready') return;
    readTodos();
    store.setState(({ agentsVersion }) => ({ agentsVersion: agentsVersion + 1 }));
  };
  ready(tools.getState());
  tools.subscribe(ready);
  changes.subscribe((paths) => {
    if (tools.getState().state !== 'ready') return;
    if (paths.has(TODO_FILE)) readTodos();
    if ([...paths].some((path) => path === '.agents' || path.startsWith('.agents/'))) store.setState(({ agentsVersion }) => ({ agentsVersion: agentsVersion + 1 }));
  });
  setInterval(() => void work.beads.expire({ id: 'clock', role: 'clock' }).catch(() => undefined), EXPIRE_MS);
  return {
    store,
    show: (tab) => store.setState(tab === undefined ? { visible: true } : { visible: true, tab }),
    enter: () => store.setState({ visible: true, wantsFocus: true }),
    hide: () => store.setState({ visible: false }),
  };
}

/** Questions and decisions that wait for the person, in the order in which they were asked. */
export function waitingFor(beads: readonly Bead[] | undefined): Bead[] {
  return (beads ?? []).filter((bead) => bead.question?.state === 'waiting' || (bead.deciding && bead.status !== 'closed')).sort((a, b) => a.created_at - b.created_at);
}

export function unreadOf(messages: readonly Message[] | undefined): number {
  return (messages ?? []).filter(({ to, read_at }) => to === PERSON.id && read_at === undefined).length;
}
