import { Bot, FileCode2, Files, SquareTerminal } from 'lucide-react';
import { AgentPanel } from '../agent/agent-panel.tsx';
import { EditorPane } from '../editor/editor-pane.tsx';
import { Explorer } from '../files/explorer.tsx';
import { TerminalPane } from '../terminal/terminal-pane.tsx';
import { Region } from './region.tsx';
import { regions, type RegionId } from './regions.ts';
import css from './layout.module.css';

const icons = { files: Files, editor: FileCode2, terminal: SquareTerminal, agent: Bot };

/** One region at a time. The others stay in the page, so nothing is lost or loaded again. */
export function PhoneLayout({ pane, onPane }: { pane: RegionId; onPane(pane: RegionId): void }) {
  return (
    <>
      <main className={css.main} aria-label="Workspace">
        <Region id="files" hidden={pane !== 'files'}><Explorer onOpened={() => onPane('editor')} /></Region>
        <Region id="editor" hidden={pane !== 'editor'}><EditorPane /></Region>
        <Region id="terminal" hidden={pane !== 'terminal'}><TerminalPane /></Region>
        <Region id="agent" hidden={pane !== 'agent'}><AgentPanel onOpened={() => onPane('editor')} /></Region>
      </main>
      <nav className={css.phoneBar} aria-label="Regions">
        {regions.map(({ id, label }) => {
          const Icon = icons[id];
          return (
            <button key={id} type="button" aria-current={pane === id ? 'page' : undefined} onClick={() => onPane(id)}>
              <Icon size={19} aria-hidden />{label}
            </button>
          );
        })}
      </nav>
    </>
  );
}
