/** Terminals as tabs. */
import { Accessibility, ChevronDown, ChevronUp, Eraser, Plus, Search, Users, X } from 'lucide-react';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useApp, useWorkspace } from '../context.ts';
import { IconButton } from '../kit/button.tsx';
import { later } from '../kit/later.tsx';
import { keepFocusInTabs, moveInTabs } from '../kit/tab-keys.ts';
import { useTheme } from '../use-theme.ts';
import type { TerminalTab } from './terminals.ts';
import css from './terminal.module.css';

const OtherTerminals = later(async () => (await import('./other-terminals.tsx')).OtherTerminals);

export function TerminalPane() {
  const { terminals } = useWorkspace();
  const { settings } = useApp();
  const { tabs, active } = useStore(terminals.store);
  const shells = useStore(terminals.shells.list);
  const screenReader = useStore(settings, ({ terminalScreenReader }) => terminalScreenReader);
  const theme = useTheme();
  const [finding, setFinding] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  /** The button that asked for the terminal that is being opened. */
  const pressed = useRef<HTMLElement>(undefined);
  const shown = tabs.find(({ id }) => id === active);

  useEffect(() => { for (const tab of tabs) tab.session?.refreshTheme(); }, [theme, tabs]);
  useEffect(() => { for (const tab of tabs) tab.session?.setScreenReader(screenReader); }, [screenReader, tabs]);

  const open = (event: MouseEvent<HTMLElement>): void => {
    pressed.current = event.currentTarget;
    void terminals.open();
  };
  /** Who asks for a terminal wants to type in it: with the keys left on the button, the first Enter opened one more. Who has gone elsewhere meanwhile stays there. */
  const ready = (tab: TerminalTab): void => {
    const at = document.activeElement;
    if (tab.id !== active || !pressed.current) return;
    if (at === pressed.current || at === document.body) tab.session?.focus();
    pressed.current = undefined;
  };

  return (
    <div className={css.pane}>
      <div className={css.head}>
        <div ref={list} className={css.tabs} role="tablist" aria-label="Terminals"
          onKeyDown={(event) => {
            const id = Number((event.target as HTMLElement).dataset.terminal);
            if (event.key === 'Delete') {
              terminals.close(id);
              keepFocusInTabs(list.current!);
            } else if (!moveInTabs(list.current!, event.key)) return;
            event.preventDefault();
          }}>
          {tabs.map((tab) => (
            <div key={tab.id} role="tab" tabIndex={tab.id === active ? 0 : -1} aria-selected={tab.id === active} aria-controls="terminal-panel" aria-keyshortcuts="Delete"
              className={css.tab} data-terminal={tab.id} onClick={() => terminals.show(tab.id)} onFocus={() => terminals.show(tab.id)}>
              <span>{tab.title}</span>
              {shells.some(({ id, viewers }) => id === tab.shell && viewers > 1) && <span role="img" aria-label="shown in several tabs" title="Shown in several tabs"><Users size={12} aria-hidden /></span>}
              {tab.state !== 'running' && tab.state !== 'starting' && <small> {tab.state}</small>}
              <span className={css.mark} aria-hidden title="Close (Delete)" onMouseDown={(event) => event.preventDefault()}
                onClick={(event) => { event.stopPropagation(); terminals.close(tab.id); }}><X size={13} /></span>
            </div>
          ))}
        </div>
        <IconButton label="New terminal" onClick={open}><Plus size={15} aria-hidden /></IconButton>
        <OtherTerminals />
        <span className={css.space} />
        <IconButton label="Find in terminal" aria-pressed={finding} onClick={() => setFinding(!finding)}><Search size={14} aria-hidden /></IconButton>
        <IconButton label="Clear terminal" disabled={!shown?.session} onClick={() => shown?.session?.clear()}><Eraser size={14} aria-hidden /></IconButton>
        <IconButton label="Screen reader mode of the terminal" aria-pressed={screenReader} onClick={() => settings.setState({ terminalScreenReader: !screenReader })}>
          <Accessibility size={15} aria-hidden />
        </IconButton>
      </div>
      {finding && shown?.session && <FindBar session={shown.session} onClose={() => { setFinding(false); shown.session?.focus(); }} />}
      <div className={css.body} id="terminal-panel" role="tabpanel" aria-label={shown ? shown.title : 'No terminal'}>
        {tabs.map((tab) => <Screen key={tab.id} tab={tab} visible={tab.id === active} onReady={() => ready(tab)} />)}
        {tabs.length === 0 && <p className={css.empty}><button type="button" className={css.open} onClick={open}>Open a terminal</button></p>}
      </div>
    </div>
  );
}

/** Shows the terminal's own element: it is moved here, never made anew. */
function Screen({ tab, visible, onReady }: { tab: TerminalTab; visible: boolean; onReady(): void }) {
  const host = useRef<HTMLDivElement>(null);
  const { session } = tab;
  useEffect(() => {
    const place = host.current;
    if (!session || !place) return;
    place.append(session.element);
    onReady();
    // The element has its size only now, and gets another whenever a pane is dragged.
    const observer = new ResizeObserver(() => session.fit());
    observer.observe(place);
    return () => observer.disconnect();
  }, [session]);
  return (
    <div ref={host} className={css.screen} hidden={!visible}>
      {!session && <p className={css.empty} role="status">{tab.state === 'failed' ? `The terminal could not be opened: ${tab.reason}` : 'Opening the terminal…'}</p>}
    </div>
  );
}

function FindBar({ session, onClose }: { session: NonNullable<TerminalTab['session']>; onClose(): void }) {
  const [text, setText] = useState('');
  const [found, setFound] = useState(true);
  return (
    <form className={css.find} role="search" aria-label="Find in terminal"
      onSubmit={(event) => { event.preventDefault(); setFound(session.find(text, 'next')); }}
      onKeyDown={(event) => { if (event.key === 'Escape') onClose(); }}>
      <input value={text} autoFocus aria-label="Text to find" placeholder="Find" spellCheck={false} onChange={(event) => { setText(event.target.value); setFound(true); }} />
      <span role="status">{found ? '' : 'Not found'}</span>
      <IconButton label="Previous" onClick={() => setFound(session.find(text, 'previous'))}><ChevronUp size={14} aria-hidden /></IconButton>
      <IconButton label="Next" type="submit"><ChevronDown size={14} aria-hidden /></IconButton>
      <IconButton label="Close find" onClick={onClose}><X size={14} aria-hidden /></IconButton>
    </form>
  );
}
