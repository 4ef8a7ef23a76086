/** The shared work of one project. */
import { createBeadStore } from './beads/store.ts';
import { createDirectory } from './messages/directory.ts';
import { createMessageStore } from './messages/store.ts';
import type { ProjectFiles } from './project-files.ts';
import type { WorkServices } from './services.ts';
import { createOwnSkills } from './skills/own-skills.ts';
import { createSkillStore } from './skills/store.ts';
import { openWorkBase, type WorkBase, type WorkBaseOptions } from './store/work-base.ts';
import { createTodoStore } from './todos/todos.ts';

export interface Work extends Required<WorkServices> {
  readonly base: WorkBase;
}

export interface WorkOptions extends WorkBaseOptions {
  /** How long a question waits for the person; milliseconds. */
  answerWithinMs?: number;
}

export function openWork(options: WorkOptions, files: ProjectFiles): Work {
  const base = openWorkBase(options);
  const directory = createDirectory(files);
  return {
    base, directory,
    beads: createBeadStore(base, options),
    messages: createMessageStore(base, directory),
    skills: createSkillStore(createOwnSkills(base), files),
    todos: createTodoStore(base, files),
  };
}
