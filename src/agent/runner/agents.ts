/** The agents that the project describes, `.agents/<name>/AGENT.md`: who they are, and how many runs of each there may be. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CalledAgent } from '../../peers/calls.ts';
import { systemNames, type SystemName } from '../../tools/systems/names.ts';
import { PERSON } from '../../work/actor.ts';
import { readFrontMatter } from '../../work/front-matter.ts';
import { PAGE_AGENT } from '../../work/messages/directory.ts';
import type { ProjectFiles } from '../../work/project-files.ts';
import type { DialectName } from '../messages.ts';

export interface ProjectAgent extends CalledAgent {
  role: string;
  description: string;
  /** The model at the person's service that it wants; the person's choice when absent. */
  model?: string;
  /** Whose tools it works with, and how it asks for them; the person's choice when absent. */
  system?: SystemName;
  dialect?: DialectName;
  /** Locks that a run of it may hold at a time, when more than one. */
  locks?: number;
  /** Why it cannot be called: what is wrong with its AGENT.md. */
  problem?: string;
}

export interface Agents {
  /** Undefined before the first reading. */
  readonly store: StoreApi<readonly ProjectAgent[] | undefined>;
  /** Looks into the files when it knows none of that name: it may have been written this moment. */
  find(name: string): Promise<CalledAgent | undefined>;
  refresh(): Promise<void>;
  /** What stands in AGENT.md below its front matter; empty when the file is gone. */
  instructions(name: string, signal: AbortSignal): Promise<string>;
}

/** More runs of one agent at once than anybody's service allows. */
const MAX_CAPACITY = 20;
/** A run that needs more at a time had better lock what they are in. */
const MAX_LOCKS = 5;
const NAMES = { user: PERSON.id, page: PAGE_AGENT.id };

/** What is wrong with the fields; checked by hand, because this is part of the page's start. */
function problemOf({ capacity, locks, system, dialect, model }: Record<string, string>): string | undefined {
  if (capacity !== undefined && !(/^\d{1,2}$/.test(capacity) && Number(capacity) <= MAX_CAPACITY)) return `capacity is a whole number from 0 to ${MAX_CAPACITY}`;
  if (locks !== undefined && !(/^\d$/.test(locks) && Number(locks) >= 1 && Number(locks) <= MAX_LOCKS)) return `locks is a whole number from 1 to ${MAX_LOCKS}`;
  if (system !== undefined && !isOneOf(systemNames, system)) return `system is one of: ${systemNames.join(', ')}`;
  if (dialect !== undefined && !isOneOf(dialects, dialect)) return 'dialect is native or json';
  return model !== undefined && (model === '' || model.length > 200) ? 'model is the name of a model' : undefined;
}

const dialects: readonly DialectName[] = ['native', 'json'];
const isOneOf = <T extends string>(all: readonly T[], value: string | undefined): value is T => all.some((one) => one === value);

/** @param head the text of AGENT.md, or its beginning */
export function agentOf(name: string, head: string): ProjectAgent {
  const { fields } = readFrontMatter(head);
  const { capacity = '1', locks = '1', model, system, dialect } = fields;
  const problem = problemOf(fields);
  const who = { name, role: fields.role || name, description: fields.description ?? '' };
  if (problem !== undefined) return { ...who, capacity: 0, problem };
  return {
    ...who, capacity: Number(capacity),
    ...(Number(locks) > 1 ? { locks: Number(locks) } : {}),
    ...(model === undefined ? {} : { model }), ...(isOneOf(systemNames, system) ? { system } : {}), ...(isOneOf(dialects, dialect) ? { dialect } : {}),
  };
}

export function createAgents(files: Pick<ProjectFiles, 'agentFiles' | 'readText'>): Agents {
  const store = createStore<readonly ProjectAgent[] | undefined>(() => undefined);
  let reading: Promise<void> | undefined;
  let again = false;
  const read = async (): Promise<void> => {
    do {
      again = false;
      const { agents } = await files.agentFiles();
      store.setState(agents.filter(({ name }) => name !== NAMES.user && name !== NAMES.page).map(({ name, head }) => agentOf(name, head)), true);
    } while (again);
  };
  const refresh = (): Promise<void> => {
    // What changes while the files are being read is read after that.
    if (reading) again = true;
    else reading = read().finally(() => { reading = undefined; });
    return reading!;
  };
  return {
    store, refresh,
    async find(name) {
      // The conversation in the page is the person's own: nobody else gives it work.
      if (name === NAMES.page) return { name, capacity: 0 };
      const known = (): ProjectAgent | undefined => store.getState()?.find((agent) => agent.name === name);
      if (!known()) await refresh();
      return known();
    },
    async instructions(name, signal) {
      return readFrontMatter(await files.readText(`.agents/${name}/AGENT.md`, signal) ?? '').body.trim();
    },
  };
}
