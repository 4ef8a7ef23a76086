import { useEffect, useState } from 'react';
import { AppError } from '../../shared/errors.ts';
import type { Projects } from '../../project/projects.ts';
import { useApp } from '../context.ts';

/** While somebody looks, the list is read again this often: a tab that ended tells nobody. */
const POLL_MS = 2000;

/** The list of projects, kept fresh while the component is there; undefined until it is loaded. */
export function useProjects(): { projects: Projects | undefined; problem: string | undefined } {
  const app = useApp();
  const [projects, setProjects] = useState<Projects>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined;
    let over = false;
    app.projects().then((loaded) => {
      if (over) return;
      setProjects(loaded);
      // The sizes come when they are counted.
      void loaded.refresh().then(() => loaded.measure()).catch(() => undefined);
      timer = setInterval(() => void loaded.refresh(), POLL_MS);
    }, (error: unknown) => setProblem(AppError.from(error).message));
    return () => {
      over = true;
      clearInterval(timer);
    };
  }, [app]);
  return { projects, problem };
}
