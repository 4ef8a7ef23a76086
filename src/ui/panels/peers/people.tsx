/** Who is here: one row for each tab. */
import { useEffect, useId, useState } from 'react';
import { useStore } from 'zustand';
import { MAX_NOTE } from '../../../peers/notes.ts';
import type { Peers } from '../../../peers/peers.ts';
import type { PeerInfo } from '../../../peers/presence.ts';
import { useApp } from '../../context.ts';
import { Button } from '../../kit/button.tsx';
import work from '../work/work.module.css';
import { clockText, tabLabels } from './peer-words.ts';
import { Empty, Section } from './section.tsx';
import css from './peers.module.css';

const MAX_NAME = 60;

export function People({ peers }: { peers: Peers }) {
  const presence = useStore(peers.presence.store);
  const labels = tabLabels(presence);
  const all = [presence.own, ...presence.others];
  return (
    <Section title="People and tabs" count={all.length} about="Everybody who has this project open. Files that one person saves appear at once in every tab.">
      <OwnName />
      <ul className={css.list} aria-label="People and tabs">
        {all.map((peer) => <Person key={peer.session} peers={peers} peer={peer} label={labels.get(peer.session)!} own={peer.session === presence.own.session} silent={presence.silent.has(peer.session)} />)}
      </ul>
      {presence.others.length === 0 && <Empty>You are alone here. Open this page in a second tab or window, and it appears here.</Empty>}
    </Section>
  );
}

function OwnName() {
  const { settings } = useApp();
  const saved = useStore(settings, ({ personName }) => personName);
  const [name, setName] = useState(saved);
  const [said, setSaid] = useState('');
  const id = useId();
  useEffect(() => setName(saved), [saved]);
  const save = (): void => {
    const next = name.trim().replace(/\s+/g, ' ').slice(0, MAX_NAME);
    if (next === saved) return;
    settings.setState({ personName: next });
    setSaid(next === '' ? 'You have no name now.' : `Others see you as ${next}.`);
  };
  return (
    <form className={work.row} style={{ marginBottom: 8 }} onSubmit={(event) => { event.preventDefault(); save(); }}>
      <label htmlFor={id} className={css.grow}>Your name
        <input id={id} className={work.text} value={name} maxLength={MAX_NAME} placeholder="What others see, e.g. Mia" autoComplete="off" onChange={(event) => setName(event.target.value)} />
      </label>
      <Button type="submit" disabled={name.trim() === saved}>Save name</Button>
      <span role="status" className={css.meta}>{said}</span>
    </form>
  );
}

function Person({ peers, peer, label, own, silent }: { peers: Peers; peer: PeerInfo; label: string; own: boolean; silent: boolean }) {
  const [writing, setWriting] = useState(false);
  const [said, setSaid] = useState('');
  const runs = peer.runs.length;
  return (
    <li className={css.item}>
      <div className={css.row}>
        <span className={`${css.name} ${css.grow}`}>{label}</span>
        {own && <span className={`${css.chip} ${css.accent}`}>you</span>}
        {peer.owner && <span className={css.chip} title="The programs of the project run in this tab. When it closes, another tab takes over.">runs the project</span>}
        {silent && <span className={`${css.chip} ${css.warn}`} title="It exists, but did not answer within two seconds: it may be asleep or very busy.">does not answer</span>}
      </div>
      <div className={css.meta}>here since {clockText(peer.since)}{runs > 0 && ` · ${runs === 1 ? '1 agent works' : `${runs} agents work`} in it`}</div>
      {!own && !writing && <div className={css.actions}><Button onClick={() => { setWriting(true); setSaid(''); }} aria-label={`Send a note to ${label}`}>Send a note</Button></div>}
      {writing && <NoteForm peers={peers} session={peer.session} label={label} onClose={(text) => { setWriting(false); setSaid(text); }} />}
      <span role="status" className={css.meta}>{said}</span>
    </li>
  );
}

/** A short note that appears on the other tab. */
function NoteForm({ peers, session, label, onClose }: { peers: Peers; session: string; label: string; onClose(said: string): void }) {
  const [text, setText] = useState('');
  const [sending, setSending] = useState(false);
  const id = useId();
  const send = async (): Promise<void> => {
    setSending(true);
    const shown = await peers.notes.send(session, text.trim());
    onClose(shown ? `Shown at ${label}.` : `${label} did not answer. The note may not have been seen.`);
  };
  return (
    <form className={css.form} onSubmit={(event) => { event.preventDefault(); void send(); }} onKeyDown={(event) => { if (event.key === 'Escape') onClose(''); }}>
      <label htmlFor={id}>Note to {label}</label>
      <input id={id} className={work.text} autoFocus value={text} maxLength={MAX_NOTE} placeholder="e.g. I am in pages.js, please take the tests" onChange={(event) => setText(event.target.value)} />
      <div className={css.actions}>
        <Button look="primary" type="submit" disabled={sending || text.trim() === ''}>{sending ? 'Sending…' : 'Send'}</Button>
        <Button onClick={() => onClose('')}>Cancel</Button>
      </div>
    </form>
  );
}
