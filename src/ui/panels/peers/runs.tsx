/** The agents that work now, in all tabs. */
import { useId, useState } from 'react';
import { useStore } from 'zustand';
import type { Peers } from '../../../peers/peers.ts';
import type { PresentRun } from '../../../peers/presence.ts';
import { PERSON } from '../../../work/actor.ts';
import { spanText } from '../../../shared/span-text.ts';
import { useWorkspace } from '../../context.ts';
import { Button } from '../../kit/button.tsx';
import { Notice } from '../../kit/field.tsx';
import { useAttempt } from '../work/use-attempt.ts';
import work from '../work/work.module.css';
import { tabLabels } from './peer-words.ts';
import { Empty, Section } from './section.tsx';
import { useNow } from './use-peers-view.ts';
import css from './peers.module.css';

const states = { running: { word: 'works', look: css.good }, waiting: { word: 'waits', look: css.warn }, parked: { word: 'goes on soon', look: css.accent } } as const;

export function Runs({ peers }: { peers: Peers }) {
  const presence = useStore(peers.presence.store);
  const labels = tabLabels(presence);
  const all = [presence.own, ...presence.others].flatMap(({ session, runs }) => runs.map((run) => ({ session, run })));
  const now = useNow(peers, all.length > 0);
  return (
    <Section title="Active agents" count={all.length} about="An agent is a program that works on a task with a language model. A status is what it says itself about what it does.">
      {all.length === 0
        ? <Empty>No agent works now. Give one a task in the Agent panel, and it appears here for everybody.</Empty>
        : <ul className={css.list} aria-label="Active agents">{all.map(({ session, run }) => <Run key={`${session} ${run.run}`} run={run} tab={labels.get(session) ?? ''} now={now} />)}</ul>}
    </Section>
  );
}

function Run({ run, tab, now }: { run: PresentRun; tab: string; now: number }) {
  const [writing, setWriting] = useState(false);
  const [said, setSaid] = useState('');
  const { word, look } = states[run.state];
  return (
    <li className={css.item}>
      <div className={css.row}>
        <span className={`${css.name} ${css.grow}`}>{run.agent}{run.role !== '' && run.role !== run.agent && <span className={css.meta}> {run.role}</span>}</span>
        <span className={`${css.chip} ${look}`}>{word}</span>
      </div>
      {run.status !== '' && <p className={css.status}>“{run.status}”</p>}
      <div className={css.meta}>{run.task.length > 140 ? `${run.task.slice(0, 140)}…` : run.task}</div>
      <div className={css.meta}>in {tab} · for {spanText(now - run.since)}{run.call !== null && ' · answers a call'}</div>
      {!writing && <div className={css.actions}><Button onClick={() => { setWriting(true); setSaid(''); }} aria-label={`Write to ${run.agent}`}>Write to it</Button></div>}
      {writing && <MessageForm agent={run.agent} run={run.run} onClose={(text) => { setWriting(false); setSaid(text); }} />}
      <span role="status" className={css.meta}>{said}</span>
    </li>
  );
}

/** Into the agent's inbox, for this run of it, which reads it with its next turn: the agent of each tab has the same name. */
function MessageForm({ agent, run, onClose }: { agent: string; run: string; onClose(said: string): void }) {
  const { messages } = useWorkspace().work;
  const [text, setText] = useState('');
  const { problem, attempt } = useAttempt();
  const id = useId();
  const send = async (): Promise<void> => {
    const done = await attempt(() => messages.send({ to_agent_id: agent, to_run: run, message_type: 'notification', subject: '', body: text.trim() }, PERSON));
    if (done) onClose(`Sent. ${agent} reads it with its next turn.`);
  };
  return (
    <form className={css.form} onSubmit={(event) => { event.preventDefault(); void send(); }} onKeyDown={(event) => { if (event.key === 'Escape') onClose(''); }}>
      <label htmlFor={id}>Message to {agent}</label>
      <textarea id={id} className={work.text} rows={2} autoFocus value={text} maxLength={20_000} onChange={(event) => setText(event.target.value)} />
      {problem && <Notice tone="bad">{problem}</Notice>}
      <div className={css.actions}>
        <Button look="primary" type="submit" disabled={text.trim() === ''}>Send</Button>
        <Button onClick={() => onClose('')}>Cancel</Button>
      </div>
    </form>
  );
}
