import type { Projects } from './projects.ts';

/** The page's one list of projects, loaded with the first call. */
export const loadProjects = async (): Promise<Projects> => (await import('./the-projects.ts')).projects;
