/** The page, by the state of the start. */
import { useStore } from 'zustand';
import type { App as AppModel } from './app-model.ts';
import { BootScreen } from './boot/boot-screen.tsx';
import { Unsupported } from './boot/unsupported.tsx';
import { AppContext } from './context.ts';
import { PageBoundary } from './kit/part.tsx';
import { WorkspaceView } from './layout/workspace-view.tsx';
import { useApplyTheme } from './use-theme.ts';
import './theme.css';

export function App({ app }: { app: AppModel }) {
  return <AppContext value={app}><PageBoundary><Page app={app} /></PageBoundary></AppContext>;
}

function Page({ app }: { app: AppModel }) {
  useApplyTheme();
  const state = useStore(app.boot);
  switch (state.phase) {
    case 'unsupported': return <Unsupported missing={state.missing} />;
    case 'ready': return <WorkspaceView workspace={state.workspace} />;
    default: return <BootScreen state={state} />;
  }
}
