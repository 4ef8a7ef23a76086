/** Calls between agents, as the tree in which they were made. */
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { isOver, type Call } from '../../../peers/call-record.ts';
import type { Peers } from '../../../peers/peers.ts';
import { spanText } from '../../../shared/span-text.ts';
import { useApp } from '../../context.ts';
import { Button } from '../../kit/button.tsx';
import { CheckField, Notice } from '../../kit/field.tsx';
import { useAttempt } from '../work/use-attempt.ts';
import { callTree, type CallNode } from './call-tree.ts';
import { GONE_TAB, tabLabels } from './peer-words.ts';
import { Empty, Section } from './section.tsx';
import { useNow } from './use-peers-view.ts';
import css from './peers.module.css';

const states: Record<Call['state'], { word: string; look: string | undefined }> = {
  pending: { word: 'waits for its turn', look: css.warn }, running: { word: 'is being answered', look: css.good }, completed: { word: 'done', look: undefined }, error: { word: 'failed', look: css.bad },
};
/** Of those that are over; the tree would hide what goes on now. */
const MAX_OVER = 20;

export function Calls({ peers, calls, paused }: { peers: Peers; calls: readonly Call[]; paused: boolean }) {
  const { settings } = useApp();
  const presence = useStore(peers.presence.store);
  const labels = tabLabels(presence);
  const open = calls.filter((call) => !isOver(call));
  const now = useNow(peers, open.length > 0);
  const [said, setSaid] = useState('');
  const { problem, attempt } = useAttempt();
  /** What the person has just chosen, until everybody is told: a tick that went back at first would look refused. */
  const [wanted, setWanted] = useState<boolean>();
  useEffect(() => setWanted(undefined), [paused]);
  const pause = (on: boolean): void => {
    setWanted(on);
    void attempt(async () => {
      try {
        await peers.calls.pause(on);
        // The tick shows at once what is wanted; only this says that it holds for calls that are made now.
        setSaid(on ? 'Calls are paused in all tabs.' : 'Calls go on.');
      } catch (error) {
        setWanted(undefined);
        throw error;
      }
    });
  };
  const over = calls.filter(isOver).sort((a, b) => (b.ended ?? 0) - (a.ended ?? 0)).slice(0, MAX_OVER);
  const cancel = ({ id, target }: Call): void => void attempt(async () => {
    const done = await peers.calls.cancel(id, `cancelled by ${settings.getState().personName || 'a person'}`);
    setSaid(done ? `The call to ${target} was cancelled.` : `The call to ${target} was over already.`);
  });
  const shown = (node: CallNode): React.ReactNode => {
    const { call } = node;
    const { word, look } = states[call.state];
    return (
      <li key={call.id} className={css.item} data-call={call.state}>
        <div className={css.row}>
          <span className={css.grow}><span className={css.name}>{call.caller.agent}</span> <span aria-label="calls">→</span> <span className={css.name}>{call.target}</span></span>
          <span className={`${css.chip} ${look ?? ''}`}>{word}</span>
        </div>
        <div className={css.meta}>{call.context.length > 140 ? `${call.context.slice(0, 140)}…` : call.context}</div>
        <div className={css.meta}>
          {isOver(call) ? `took ${spanText((call.ended ?? call.created) - call.created)}` : `for ${spanText(now - call.created)}`}
          {call.runner && ` · in ${labels.get(call.runner.session) ?? GONE_TAB}`}
          {call.error !== null && ` · ${call.error}`}
          {call.value !== null && call.value !== '' && ` · answer: ${call.value.length > 140 ? `${call.value.slice(0, 140)}…` : call.value}`}
        </div>
        {!isOver(call) && <div className={css.actions}><Button look="danger" aria-label={`Cancel the call of ${call.caller.agent} to ${call.target}`} onClick={() => cancel(call)}>Cancel</Button></div>}
        {node.children.length > 0 && <ul className={css.tree} aria-label={`Calls that ${call.target} made`}>{node.children.map(shown)}</ul>}
      </li>
    );
  };
  return (
    <Section title="Calls" count={open.length} about="An agent can ask another one to do a part of its task: that is a call. Below each call are those that it led to.">
      <CheckField label="Pause all calls" checked={wanted ?? paused} onChange={pause} hint="In all tabs: agents cannot call each other, and calls that wait are not begun. What runs goes on." />
      {calls.length === 0
        ? <Empty>No calls. An agent calls one of the project’s agents (folders in .agents) with its tool call_agent.</Empty>
        : <ul className={css.list} aria-label="Calls">{callTree([...open, ...over]).map(shown)}</ul>}
      {problem && <Notice tone="bad">{problem}</Notice>}
      <span role="status" className={css.meta}>{said}</span>
    </Section>
  );
}
