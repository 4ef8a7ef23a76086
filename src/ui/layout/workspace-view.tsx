/** The working page: four regions side by side, or one at a time on a phone. */
import { TriangleAlert } from 'lucide-react';
import { flushSync } from 'react-dom';
import { useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { WorkspaceContext } from '../context.ts';
import type { Workspace } from '../app-model.ts';
import { Button } from '../kit/button.tsx';
import { later } from '../kit/later.tsx';
import { Notes } from '../panels/peers/lazy.tsx';
import { DeletedBar } from '../projects/deleted-bar.tsx';
import { FirstClone, ProjectsDialog } from '../projects/lazy.tsx';
import { StorageNotice } from '../storage/lazy.tsx';
import { TabsNotice } from '../tabs/lazy.tsx';
import { useMedia } from '../use-media.ts';
import { DesktopLayout } from './desktop-layout.tsx';
import { OpenPorts } from './open-ports.tsx';
import { PhoneLayout } from './phone-layout.tsx';
import { focusRegion, nextRegion, regions, type RegionId } from './regions.ts';
import { TopBar } from './top-bar.tsx';
import css from './layout.module.css';

const ProcessesDialog = later(async () => (await import('../panels/processes/processes-dialog.tsx')).ProcessesDialog);
const SettingsDialog = later(async () => (await import('../settings/settings-dialog.tsx')).SettingsDialog);
const HelpDialog = later(async () => (await import('../settings/help-dialog.tsx')).HelpDialog);

export function WorkspaceView({ workspace }: { workspace: Workspace }) {
  const phone = useMedia('(max-width: 760px)');
  const preview = useStore(workspace.previews.store, ({ visible }) => visible);
  const work = useStore(workspace.workPanels.store, ({ visible }) => visible);
  const [pane, setPane] = useState<RegionId>('agent');
  const [dialog, setDialog] = useState<'processes' | 'projects' | 'settings' | 'help'>();

  const go = useCallback((region: RegionId) => {
    // At once: on a phone the pane is visible only when it was rendered, and hidden elements take no focus; what waited for the next frame took it from where the person had gone meanwhile.
    flushSync(() => setPane(region));
    if (region === 'work') return workspace.workPanels.enter();
    focusRegion(region);
  }, [workspace]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const command = event.ctrlKey || event.metaKey;
      if (event.key === 'F6') go(nextRegion(event.shiftKey));
      else if (event.key === ',' && command) setDialog('settings');
      else if (event.key === 'F1' && !event.defaultPrevented) setDialog('help');
      // Outside the editor, Ctrl S would offer to save the web page.
      else if (event.key.toLowerCase() === 's' && command && !event.shiftKey && !event.altKey) { /* the editor has its own */ }
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [go]);

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      const unsaved = workspace.documents.store.getState().open.some(({ text, diskText }) => text !== diskText);
      if ((unsaved && !workspace.session.safe()) || workspace.saving.getState().state === 'failed') event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [workspace]);

  const { id, name, clone } = useStore(workspace.project);
  useEffect(() => { document.title = `${name} · Tabloom`; }, [name]);

  return (
    <WorkspaceContext value={workspace}>
      <nav className={css.skips} aria-label="Skip to">
        {regions.filter(({ id }) => (id !== 'preview' || preview) && (id !== 'work' || work || phone)).map(({ id, label }) => <a key={id} href={`#region-${id}`} onClick={(event) => { event.preventDefault(); go(id); }}>Skip to {label.toLowerCase()}</a>)}
      </nav>
      <div className={css.page}>
        <TopBar onProjects={() => setDialog('projects')} onPreview={() => { workspace.previews.show(); requestAnimationFrame(() => go('preview')); }} onWork={() => go('work')} onProcesses={() => setDialog('processes')} onSettings={() => setDialog('settings')} onHelp={() => setDialog('help')} />
        <Trouble workspace={workspace} />
        <Full workspace={workspace} />
        <TabsNotice />
        <StorageNotice />
        <DeletedBar onProjects={() => setDialog('projects')} />
        <OpenPorts />
        {phone ? <PhoneLayout pane={pane} onPane={setPane} /> : <main className={css.main} aria-label="Workspace"><DesktopLayout /></main>}
      </div>
      <Notes />
      {dialog === 'settings' && <SettingsDialog onClose={() => setDialog(undefined)} />}
      {dialog === 'projects' && <ProjectsDialog current={id} leave={() => leave(workspace)} onClose={() => setDialog(undefined)} />}
      {clone !== undefined && <FirstClone url={clone} />}
      {dialog === 'processes' && <ProcessesDialog onClose={() => setDialog(undefined)} />}
      {dialog === 'help' && <HelpDialog onClose={() => setDialog(undefined)} />}
    </WorkspaceContext>
  );
}

/** Saves what is not saved yet. Of a sandbox that is gone nothing more can be had, and nobody is to wait for it. */
function leave({ trouble, session, flush }: Workspace): Promise<void> {
  return trouble.getState().lost ? session.flush() : flush();
}

function Trouble({ workspace }: { workspace: Workspace }) {
  const { message, lost } = useStore(workspace.trouble);
  if (lost) return <Lost program={lost.program} restart={() => workspace.tabs.restart()} />;
  if (message === undefined) return null;
  return (
    <div className={css.trouble} role="alert">
      <TriangleAlert size={15} aria-hidden /><p>The sandbox reported a failure: {message}</p>
      <Button onClick={() => void workspace.flush().catch(() => undefined).then(() => location.reload())}>Load the page again</Button>
      <Button onClick={() => workspace.trouble.setState({ message: undefined })}>Dismiss</Button>
    </div>
  );
}

/** Nothing can be asked of a sandbox that is gone, so nothing is saved before: what the bar says was saved is in this browser. */
function Lost({ program, restart }: { program: string; restart(): Promise<void> }) {
  return (
    <div className={css.trouble} role="alert">
      <TriangleAlert size={15} aria-hidden />
      <p>
        The sandbox no longer answers. Most likely it ran out of memory{program !== '' && <> while <code>{program}</code> was running</>}. Its programs have ended; every file
        that was saved is in this browser, and the sandbox starts again with them.
      </p>
      <Button look="primary" onClick={() => void restart()}>Restart the sandbox</Button>
    </div>
  );
}

/** The browser's storage is full: what changes from now on lasts as long as the page. */
function Full({ workspace }: { workspace: Workspace }) {
  const save = useStore(workspace.saving);
  if (save.state !== 'failed' || !save.full) return null;
  return (
    <div className={css.trouble} role="alert">
      <TriangleAlert size={15} aria-hidden />
      <p>This browser has no room left for the project, so changes are no longer kept: what was saved before stays, the rest is gone when this page closes. Download the project, or make room and try again.</p>
      <Button look="primary" onClick={() => void workspace.download()}>Download the project</Button>
      <Button onClick={() => void workspace.flush().catch(() => undefined)}>Try again</Button>
    </div>
  );
}
