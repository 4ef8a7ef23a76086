/** What happened when another tab stopped running the sandbox, and what can be done about it. */
import { Info, TriangleAlert } from 'lucide-react';
import { useStore } from 'zustand';
import { storage } from '../../project/storage-care.ts';
import { useWorkspace } from '../context.ts';
import { Button } from '../kit/button.tsx';
import type { RunningServer } from '../../sandbox/seat/running-programs.ts';
import { HELD } from '../storage/held.ts';
import type { TabsNotice as Notice } from './workspace-tabs.ts';
import css from './tabs.module.css';

const MAX_NAMED = 4;

export function TabsNotice() {
  const { tabs, terminals, previews, sandbox } = useWorkspace();
  const { role, notice } = useStore(tabs.store);
  const held = useStore(storage, (now) => now.held);
  const memory = useStore(tabs.saving, ({ state }) => state === 'memory');
  if (notice?.kind === 'superseded') {
    return (
      <div className={`${css.notice} ${css.bad}`} role="alert">
        <TriangleAlert size={15} aria-hidden />
        <p>This tab did not answer for a while, so another tab runs the project now. Saved files are safe; text that you have not saved is only here. Copy it, then load this page again.</p>
        <Button look="primary" onClick={() => location.reload()}>Load again</Button>
      </div>
    );
  }
  if (role === 'changing') {
    return <div className={css.notice} role="status"><Info size={15} aria-hidden /><p>The tab that ran the programs is gone. {held ? HELD : 'The sandbox starts again with the saved files…'}</p></div>;
  }
  if (notice === undefined) return null;
  const start = ({ port, command, folder }: RunningServer): void => {
    tabs.dismissServer(port);
    // What the preview shows is the old server's last page.
    const stop = sandbox.on('server-ready', (ready) => {
      if (ready !== port) return;
      stop();
      if (previews.store.getState().shown === port) previews.reload();
    });
    void terminals.open({ command: folder === '' ? command : `cd ${quote(folder)} && ${command}` });
  };
  return (
    <div className={css.notice} role="status">
      <Info size={15} aria-hidden />
      <p>{sentence(notice, memory)}</p>
      {/* One tab is enough to start it. */}
      {notice.kind === 'changed' && notice.by === 'this' && notice.servers.map((server) => (
        <Button key={server.port} look="primary" onClick={() => start(server)}>Start “{server.command}” again</Button>
      ))}
      <Button onClick={() => tabs.dismiss()}>Dismiss</Button>
    </div>
  );
}

function sentence(notice: Exclude<Notice, { kind: 'superseded' }>, memory: boolean): string {
  if (notice.kind === 'returned') return 'This tab did not answer for a while, so another tab runs the project now. Files are as they were last saved; programs that ran here have ended.';
  const lost = notice.programs.length === 0 ? 'Programs that ran have ended.' : `Programs that ran have ended: ${named(notice.programs)}.`;
  return `The tab that ran the programs ${notice.silent ? 'did not answer any more' : 'was closed'}, and ${notice.by === 'this' ? 'this tab' : 'another one'} took over. ${memory ? 'This browser keeps nothing for this page, so the project began anew: its files are gone.' : 'Files are as they were last saved.'} ${lost}`;
}

/** A phone has no room for all of them. */
function named(programs: readonly string[]): string {
  const more = programs.length - MAX_NAMED;
  return `${programs.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** For the shell. */
function quote(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
