/** Who can be written to: the person, the agent of this page, and the agents that the project describes. */
import { AppError } from '../../shared/errors.ts';
import { nearest } from '../../shared/nearest.ts';
import { PERSON } from '../actor.ts';
import { readFrontMatter } from '../front-matter.ts';
import type { ProjectFiles } from '../project-files.ts';

export interface DirectoryEntry {
  id: string;
  role: string;
  description: string;
  source: 'person' | 'page' | 'project';
}

export interface Directory {
  list(signal?: AbortSignal): Promise<DirectoryEntry[]>;
  /** By id when there is one, else by role. @throws AppError `not_found` */
  find(to: { id?: string | undefined; role?: string | undefined }, signal?: AbortSignal): Promise<DirectoryEntry>;
}

/** The agent that the page itself runs. */
export const PAGE_AGENT: DirectoryEntry = { id: 'agent', role: 'programmer', description: 'The agent of this page.', source: 'page' };

const person: DirectoryEntry = { ...PERSON, description: 'The person at the page.', source: 'person' };

export function createDirectory(files: Pick<ProjectFiles, 'agentFiles'>): Directory {
  const list = async (signal?: AbortSignal): Promise<DirectoryEntry[]> => {
    const { agents } = await files.agentFiles(signal);
    const described = agents.filter(({ name }) => name !== person.id && name !== PAGE_AGENT.id).map(({ name, head }): DirectoryEntry => {
      const { fields } = readFrontMatter(head);
      return { id: name, role: fields.role || name, description: fields.description ?? '', source: 'project' };
    });
    return [person, PAGE_AGENT, ...described];
  };
  return {
    list,
    async find({ id, role }, signal) {
      const all = await list(signal);
      const found = id === undefined ? all.find((entry) => entry.role === role) ?? (role === 'ceo' ? person : undefined) : all.find((entry) => entry.id === id);
      if (found) return found;
      if (id === undefined) throw new AppError('not_found', `failed to find agent with role ${role}: there is none. Roles: ${[...new Set(all.map((entry) => entry.role))].join(', ')}`);
      const near = nearest(id, all.map((entry) => entry.id));
      throw new AppError('not_found', `agent not found: ${id}. Agents: ${all.map((entry) => entry.id).join(', ')}`, near ? { data: { did_you_mean: near } } : {});
    },
  };
}
