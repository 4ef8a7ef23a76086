/** The page's one list of projects, over what this browser keeps. Loaded by `load-projects.ts`. */
import { projectContents } from './project-contents.ts';
import { openProjects } from './projects.ts';

export const projects = openProjects({ contents: projectContents });
