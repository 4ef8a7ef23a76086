/** Agents that wait for something to happen, and what came too late for them. */
import { useId, useState } from 'react';
import { useStore } from 'zustand';
import type { Peers } from '../../../peers/peers.ts';
import { describeFilter, type Filter } from '../../../peers/trigger.ts';
import type { Waiter } from '../../../peers/waits.ts';
import type { Json } from '../../../shared/json.ts';
import { spanText } from '../../../shared/span-text.ts';
import { useApp } from '../../context.ts';
import { Button } from '../../kit/button.tsx';
import { Notice } from '../../kit/field.tsx';
import { useAttempt } from '../work/use-attempt.ts';
import work from '../work/work.module.css';
import { GONE_TAB, readJson, tabLabels } from './peer-words.ts';
import { Empty, Section } from './section.tsx';
import { useNow, type PeersView } from './use-peers-view.ts';
import css from './peers.module.css';

export function Waiting({ peers, waits }: { peers: Peers; waits: PeersView['waits'] }) {
  const labels = tabLabels(useStore(peers.presence.store));
  const { settings } = useApp();
  const waiting = waits.flatMap(({ agent, waiters }) => waiters.map((waiter) => ({ agent, waiter })));
  const unhandled = waits.flatMap(({ agent, unhandled: left }) => left.map((one) => ({ agent, ...one })));
  const now = useNow(peers, waiting.length > 0);
  const [said, setSaid] = useState('');
  const { problem, attempt } = useAttempt();
  const cancel = (agent: string, id: string): void => void attempt(async () => {
    const done = await peers.waits.cancel(agent, id, `cancelled by ${settings.getState().personName || 'a person'}`);
    setSaid(done ? `${agent} no longer waits.` : `${agent} had stopped waiting already.`);
  });
  const again = (agent: string, id: string): void => void attempt(async () => {
    setSaid(await peers.waits.again(agent, id) ? `${agent} goes on.` : `No run of ${agent} waits for it.`);
  });
  return (
    <Section title="Waiting" count={waiting.length} about="An agent can stop until something happens, such as a message from a website (a webhook) or the end of another agent’s work. The first in line goes on.">
      {waiting.length === 0
        ? <Empty>No agent waits. One does so with its tool wait_for_trigger.</Empty>
        : (
          <ul className={css.list} aria-label="Waiting">
            {waiting.map(({ agent, waiter }) => (
              <li key={waiter.id} className={css.item}>
                <Wait peers={peers} agent={agent} waiter={waiter} tab={labels.get(waiter.session) ?? GONE_TAB} left={waiter.until - now} onCancel={() => cancel(agent, waiter.id)} onWoken={setSaid} />
              </li>
            ))}
          </ul>
        )}
      {unhandled.length > 0 && <h3 className={css.sub}>Came when its agent was gone</h3>}
      {unhandled.length > 0 && (
        <ul className={css.list} aria-label="Came when its agent was gone">
          {unhandled.map(({ agent, id, trigger }) => (
            <li key={id} className={css.item}>
              <div className={css.row}>
                <span className={css.grow}><span className={css.name}>{agent}</span> <span className={css.meta}>{describeFilter({ type: trigger.type, source: trigger.source, event: trigger.event, source_agent: trigger.source_agent })}</span></span>
                <Button onClick={() => again(agent, id)} aria-label={`Send it to ${agent} again`}>Send again</Button>
                <Button onClick={() => void attempt(() => peers.waits.take(agent, id))} aria-label={`Forget what came for ${agent}`}>Forget</Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {problem && <Notice tone="bad">{problem}</Notice>}
      <span role="status" className={css.meta}>{said}</span>
    </Section>
  );
}

function Wait({ peers, agent, waiter, tab, left, onCancel, onWoken }: { peers: Peers; agent: string; waiter: Waiter; tab: string; left: number; onCancel(): void; onWoken(said: string): void }) {
  const [waking, setWaking] = useState(false);
  return (
    <>
      <div className={css.row}>
        <span className={css.grow}><span className={css.name}>{agent}</span> <span className={css.meta}>in {tab}</span></span>
        <span className={css.time} role="timer" aria-label={`Time left of ${agent}`}>{spanText(left)} left</span>
      </div>
      <div className={css.meta}>waits for {describeFilter(waiter.filter)}</div>
      {!waking && (
        <div className={css.actions}>
          <Button onClick={() => setWaking(true)} aria-label={`Wake ${agent}`}>Wake…</Button>
          <Button look="danger" onClick={onCancel} aria-label={`End the wait of ${agent}`}>Cancel</Button>
        </div>
      )}
      {waking && <WakeForm peers={peers} agent={agent} waiter={waiter} onClose={(text) => { setWaking(false); onWoken(text); }} />}
    </>
  );
}

/** What the agent is told when it goes on, in the form that it waits for. */
function example({ match }: Filter): Json {
  const payload: { [key: string]: Json } = {};
  for (const [path, value] of Object.entries(match ?? {})) {
    const steps = path.split('.');
    let at = payload;
    for (const step of steps.slice(0, -1)) {
      if (typeof at[step] !== 'object') Object.defineProperty(at, step, { value: {}, enumerable: true, configurable: true, writable: true });
      at = at[step] as { [key: string]: Json };
    }
    Object.defineProperty(at, steps.at(-1)!, { value, enumerable: true, configurable: true, writable: true });
  }
  return payload;
}

function WakeForm({ peers, agent, waiter, onClose }: { peers: Peers; agent: string; waiter: Waiter; onClose(said: string): void }) {
  const [text, setText] = useState(() => JSON.stringify(example(waiter.filter), null, 2));
  const { problem, attempt } = useAttempt();
  const id = useId();
  const read = readJson(text);
  const wake = async (): Promise<void> => {
    if ('problem' in read) return;
    await attempt(async () => {
      const done = await peers.waits.wake(agent, waiter.id, read.value);
      onClose(done ? `${agent} goes on.` : `${agent} had stopped waiting already.`);
    });
  };
  return (
    <form className={css.form} onSubmit={(event) => { event.preventDefault(); void wake(); }} onKeyDown={(event) => { if (event.key === 'Escape') onClose(''); }}>
      <label htmlFor={id}>What {agent} is told (JSON)</label>
      <textarea id={id} className={`${work.text} ${css.json}`} rows={4} autoFocus value={text} spellCheck={false} aria-invalid={'problem' in read} aria-describedby={`${id}-problem`} onChange={(event) => setText(event.target.value)} />
      <div id={`${id}-problem`} className={css.meta}>{'problem' in read ? read.problem : ''}</div>
      {problem && <Notice tone="bad">{problem}</Notice>}
      <div className={css.actions}>
        <Button look="primary" type="submit" disabled={'problem' in read}>Wake {agent}</Button>
        <Button onClick={() => onClose('')}>Cancel</Button>
      </div>
    </form>
  );
}
