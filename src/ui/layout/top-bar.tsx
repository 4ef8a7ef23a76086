import { Activity, AppWindow, Check, CircleHelp, Copy, HardDrive, LoaderCircle, MemoryStick, Moon, Settings, Sun, TriangleAlert } from 'lucide-react';
import { useStore } from 'zustand';
import { useApp, useWorkspace } from '../context.ts';
import { IconButton } from '../kit/button.tsx';
import { Explained } from '../kit/explained.tsx';
import { PeersButton } from '../panels/peers/peers-button.tsx';
import { SourceControlButton } from '../panels/source-control/source-control-button.tsx';
import { WorkButton } from '../panels/work/work-button.tsx';
import { ProjectsButton } from '../projects/projects-button.tsx';
import { useTheme } from '../use-theme.ts';
import css from './layout.module.css';

export function TopBar({ onProjects, onPreview, onWork, onProcesses, onSettings, onHelp }: { onProjects(): void; onPreview(): void; onWork(): void; onProcesses(): void; onSettings(): void; onHelp(): void }) {
  const { engine, previews } = useWorkspace();
  const { ports, visible } = useStore(previews.store);
  const { settings } = useApp();
  const theme = useTheme();
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <header className={css.top}>
      <img src="/icon.svg" alt="" width={20} height={20} />
      <h1 className={css.brand}>Tabloom</h1>
      <ProjectsButton onOpen={onProjects} />
      <Saved />
      <Tools />
      <Runs onPeers={onWork} />
      <span className={css.space} />
      <span className={css.engine} title="Which engine runs the sandbox; see Settings"><HardDrive size={13} aria-hidden /> {engine === 'self-hosted' ? 'Self-hosted' : 'StackBlitz'}</span>
      {ports.length > 0 && !visible && <IconButton label="Show the preview" onClick={onPreview}><AppWindow size={16} aria-hidden /></IconButton>}
      <WorkButton onOpen={onWork} />
      <SourceControlButton onOpen={onWork} />
      <PeersButton onOpen={onWork} />
      <IconButton label="Processes" onClick={onProcesses}><Activity size={16} aria-hidden /></IconButton>
      <IconButton className={css.wide} label={`Switch to the ${other} theme`} onClick={() => settings.setState({ theme: other })}>
        {theme === 'dark' ? <Sun size={16} aria-hidden /> : <Moon size={16} aria-hidden />}
      </IconButton>
      <IconButton label="Settings" aria-keyshortcuts="Control+," onClick={onSettings}><Settings size={16} aria-hidden /></IconButton>
      <IconButton label="Help and keys" aria-keyshortcuts="F1" onClick={onHelp}><CircleHelp size={16} aria-hidden /></IconButton>
    </header>
  );
}

/** Whether the project would survive closing the tab now. */
function Saved() {
  const { saving, download } = useWorkspace();
  const save = useStore(saving);
  switch (save.state) {
    case 'saved': return <span className={css.save} data-save="saved" title="Everything is stored in this browser"><Check size={13} aria-hidden /><span>Saved</span></span>;
    case 'saving': return <span className={css.save} data-save="saving"><LoaderCircle size={13} aria-hidden /><span>Saving…</span></span>;
    case 'failed': return <span className={`${css.save} ${css.saveBad}`} data-save="failed" role="alert" title={save.reason}><TriangleAlert size={13} aria-hidden /> Not saved: {save.reason}</span>;
    case 'stopped': return <span className={`${css.save} ${css.saveBad}`} data-save="stopped" role="alert" title={save.reason}><TriangleAlert size={13} aria-hidden /> No longer saved here: {save.reason}</span>;
    case 'memory': return (
      <Explained className={`${css.save} ${css.asks} ${css.saveWarn}`} data-save="memory" heading="Only in memory" action={{ label: 'Download the project', run: () => void download() }}
        about="This browser refuses storage here (a private window, or a page inside another site), so the project is gone when this page is closed. Download it to keep it.">
        <MemoryStick size={13} aria-hidden /> Only in memory
      </Explained>
    );
  }
}

/** Where the programs of this project run, when that is not here. */
function Runs({ onPeers }: { onPeers(): void }) {
  const { tabs, workPanels } = useWorkspace();
  const role = useStore(tabs.store, ({ role: now }) => now);
  const programs = useStore(tabs.running, ({ programs: now }) => now);
  if (role !== 'attached') return null;
  const ends = programs.length === 0 ? '' : ` What runs there ends then: ${programs.join(', ')}.`;
  return (
    <Explained className={`${css.save} ${css.asks}`} data-tabs="attached" heading="Runs in another tab" action={{ label: 'Show who is here', run: () => { workPanels.show('peers'); onPeers(); } }}
      about={`Another tab of this browser runs the programs of this project. Files, terminals and previews are the same in both; when that tab is closed, this one takes over.${ends}`}>
      <Copy size={13} aria-hidden /> Runs in another tab
    </Explained>
  );
}

function Tools() {
  const tools = useStore(useWorkspace().tools);
  switch (tools.state) {
    case 'starting': return <span className={css.save} data-tools="starting"><LoaderCircle size={13} aria-hidden /><span>Starting the agent’s tools…</span></span>;
    case 'failed': return <span className={`${css.save} ${css.saveBad}`} data-tools="failed" role="alert" title={tools.reason}><TriangleAlert size={13} aria-hidden /> The agent’s tools did not start: {tools.reason}</span>;
    case 'ready': return null;
  }
}
