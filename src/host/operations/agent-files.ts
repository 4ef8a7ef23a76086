/** What the project's `.agents` folder describes: `skills/<name>/SKILL.md` with the files beside it, and `<name>/AGENT.md`. Ignore rules do not count here. */
import { promises as fs } from 'node:fs';
import { throwIfAborted } from '../../shared/abort.ts';
import { decodeText } from '../text-file.ts';
import { realPlaceOf } from '../workspace.ts';
import type { Operation } from '../operation.ts';
import type { Workspace } from '../workspace.ts';

const AGENTS = '.agents';
const SKILLS = `${AGENTS}/skills`;
/** Folders of each kind, and files and depth of one skill, that are looked at; a project is not trusted to be reasonable. */
const MAX_FOLDERS = 200;
const MAX_FILES = 200;
const MAX_DEPTH = 6;

export const agentFiles: Operation<'agent_files'> = async ({ head_chars }, { workspace, signal }) => {
  const skills: { name: string; head: string; files: string[] }[] = [];
  for (const name of await folders(workspace, SKILLS)) {
    throwIfAborted(signal);
    const head = await headOf(workspace, `${SKILLS}/${name}/SKILL.md`, head_chars);
    if (head !== undefined) skills.push({ name, head, files: await filesBelow(workspace, `${SKILLS}/${name}`) });
  }
  const agents: { name: string; head: string }[] = [];
  for (const name of await folders(workspace, AGENTS)) {
    throwIfAborted(signal);
    const head = name === 'skills' ? undefined : await headOf(workspace, `${AGENTS}/${name}/AGENT.md`, head_chars);
    if (head !== undefined) agents.push({ name, head });
  }
  return { skills, agents };
};

/** Links count as folders when they stay inside of the project. */
async function folders(workspace: Workspace, path: string): Promise<string[]> {
  const entries = await list(workspace, path);
  return entries.filter((entry) => !entry.name.startsWith('.') && (entry.isDirectory() || entry.isSymbolicLink())).map(({ name }) => name).slice(0, MAX_FOLDERS);
}

async function list(workspace: Workspace, path: string): Promise<import('node:fs').Dirent[]> {
  try {
    const place = await realPlaceOf(workspace, path);
    return (await fs.readdir(place.path, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    // Not there, no folder, or outside: nothing to describe.
    return [];
  }
}

async function headOf(workspace: Workspace, path: string, chars: number): Promise<string | undefined> {
  try {
    const place = await realPlaceOf(workspace, path);
    return decodeText(await fs.readFile(place.path), path).slice(0, chars);
  } catch {
    return undefined;
  }
}

/** Paths of the files of a skill, relative to it; linked folders are not entered, which keeps this finite. */
async function filesBelow(workspace: Workspace, folder: string): Promise<string[]> {
  const found: string[] = [];
  const visit = async (below: string, depth: number): Promise<void> => {
    for (const entry of await list(workspace, below === '' ? folder : `${folder}/${below}`)) {
      if (found.length >= MAX_FILES) return;
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory() && depth < MAX_DEPTH) await visit(path, depth + 1);
      else if (entry.isFile() || entry.isSymbolicLink()) found.push(path);
    }
  };
  await visit('', 1);
  return found;
}
