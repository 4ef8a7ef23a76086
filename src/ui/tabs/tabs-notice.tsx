/** What happened when another tab stopped running the sandbox, and what can be done about it. */
import { Info, TriangleAlert } from 'lucide-react';
import { useStore } from 'zustand';
import { storage } from '../../project/storage-care.ts';
import { useWorkspace } from '../context.ts';
import { Button } from '../kit/button.tsx';
import type { ByHand } from '../../sandbox/seat/running-programs.ts';
import { HELD } from '../storage/held.ts';
import type { LostServer } from './lost-servers.ts';
import { startServer } from './start-servers.ts';
import type { TabsNotice as Notice } from './workspace-tabs.ts';
import css from './tabs.module.css';

const MAX_NAMED = 4;

export function TabsNotice() {
  const workspace = useWorkspace();
  const { tabs } = workspace;
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
  return (
    <div className={css.notice} role="status">
      <Info size={15} aria-hidden />
      <p>{sentence(notice, memory)}</p>
      {/* One tab is enough to start it. */}
      {notice.kind === 'changed' && notice.by === 'this' && notice.servers.filter(({ fate }) => fate === 'offered').map((server) => (
        <Button key={server.port} look="primary" onClick={() => startServer(workspace, server)}>Start “{server.command}” again</Button>
      ))}
      <Button onClick={() => tabs.dismiss()}>Dismiss</Button>
    </div>
  );
}

function sentence(notice: Exclude<Notice, { kind: 'superseded' }>, memory: boolean): string {
  if (notice.kind === 'returned') return 'This tab did not answer for a while, so another tab runs the project now. Files are as they were last saved; programs that ran here have ended.';
  const lost = notice.programs.length === 0 ? 'Programs that ran have ended.' : `Programs that ran have ended: ${named(notice.programs)}.`;
  return `The tab that ran the programs ${notice.silent ? 'did not answer any more' : 'was closed'}, and ${notice.by === 'this' ? 'this tab' : 'another one'} took over. ${memory ? 'This browser keeps nothing for this page, so the project began anew: its files are gone.' : 'Files are as they were last saved.'} ${[lost, ...serverSentences(notice.servers, notice.by)].join(' ')}`;
}

/** Why the page does not start it. */
const BY_HAND: Record<ByHand, string> = {
  unknown: 'its command line is not known here',
  outside: 'it ran outside of the project’s folder',
  input: 'it read what another program or a file gave it',
  secret: 'a variable that it was given may be a secret, which is not passed on',
};

function serverSentences(servers: readonly LostServer[], by: 'this' | 'other'): string[] {
  const all = (fate: LostServer['fate']): string => named([...new Set(servers.filter((server) => server.fate === fate).map(({ command }) => command))]);
  const [starting, started, offered] = [all('starting'), all('started'), all('offered')];
  return [
    ...(started === '' ? [] : [`Started again: ${started}.`]),
    ...(starting === '' ? [] : [`${by === 'this' ? 'Starting again, in a terminal of its own' : 'That tab starts again'}: ${starting}.`]),
    ...(offered === '' ? [] : [`Not started again by itself: ${offered}. It had been started so already, and the tab that ran it ended within seconds; if that was its doing, the next tab would end too.`]),
    ...servers.flatMap(({ fate, port, command, start }) => (fate === 'by-hand' && 'byHand' in start ? [`Start by hand: ${command} (port ${port}), because ${BY_HAND[start.byHand]}.`] : [])),
  ];
}

/** A phone has no room for all of them. */
function named(programs: readonly string[]): string {
  const more = programs.length - MAX_NAMED;
  return `${programs.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
