import { AppWindow, Bot, FileCode2, Files, SquareKanban, SquareTerminal } from 'lucide-react';
import { useStore } from 'zustand';
import { AgentPanel } from '../agent/agent-panel.tsx';
import { EditorPane } from '../editor/editor-pane.tsx';
import { useWorkspace } from '../context.ts';
import { Explorer } from '../files/explorer.tsx';
import { OpenedContext } from '../files/open-file.ts';
import { PreviewPanel } from '../preview/preview-panel.tsx';
import { WorkPanel } from '../panels/work/lazy.tsx';
import { TerminalPane } from '../terminal/terminal-pane.tsx';
import { Region } from './region.tsx';
import { regions, type RegionId } from './regions.ts';
import css from './layout.module.css';

const icons = { files: Files, editor: FileCode2, work: SquareKanban, terminal: SquareTerminal, preview: AppWindow, agent: Bot };

/** One region at a time. The others stay in the page, so nothing is lost or loaded again. */
export function PhoneLayout({ pane, onPane }: { pane: RegionId; onPane(pane: RegionId): void }) {
  const { previews } = useWorkspace();
  const preview = useStore(previews.store, ({ visible }) => visible);
  // What was shown is gone: the servers' terminal is the nearest to it.
  const shown = pane === 'preview' && !preview ? 'terminal' : pane;
  return (
    <>
      <main className={css.main} aria-label="Workspace">
        <Region id="files" hidden={shown !== 'files'}><Explorer onOpened={() => onPane('editor')} /></Region>
        <Region id="editor" hidden={shown !== 'editor'}><EditorPane /></Region>
        <Region id="work" hidden={shown !== 'work'}>{shown === 'work' && <OpenedContext value={() => onPane('editor')}><WorkPanel onHidden={undefined} /></OpenedContext>}</Region>
        <Region id="terminal" hidden={shown !== 'terminal'}><TerminalPane /></Region>
        {preview && <Region id="preview" hidden={shown !== 'preview'}><PreviewPanel onHidden={() => onPane('terminal')} onLeave={(backwards) => onPane(backwards ? 'terminal' : 'agent')} /></Region>}
        <Region id="agent" hidden={shown !== 'agent'}><AgentPanel onOpened={() => onPane('editor')} /></Region>
      </main>
      <nav className={css.phoneBar} aria-label="Regions">
        {regions.filter(({ id }) => id !== 'preview' || preview).map(({ id, label }) => {
          const Icon = icons[id];
          return (
            <button key={id} type="button" aria-current={shown === id ? 'page' : undefined} onClick={() => onPane(id)}>
              <Icon size={19} aria-hidden />{label}
            </button>
          );
        })}
      </nav>
    </>
  );
}
