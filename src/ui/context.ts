import { createContext, useContext } from 'react';
import type { App, Workspace } from './app-model.ts';

export const AppContext = createContext<App | undefined>(undefined);
export const WorkspaceContext = createContext<Workspace | undefined>(undefined);

/** What lasts longer than a project. */
export function useApp(): App {
  const app = useContext(AppContext);
  if (!app) throw new Error('useApp outside of AppContext');
  return app;
}

/** The open project. */
export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (!workspace) throw new Error('useWorkspace outside of WorkspaceContext');
  return workspace;
}
