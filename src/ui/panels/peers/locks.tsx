/** Who holds which lock, and until when. */
import { useState } from 'react';
import { useStore } from 'zustand';
import type { Lease } from '../../../peers/lease-table.ts';
import type { Peers } from '../../../peers/peers.ts';
import { spanText } from '../../../shared/span-text.ts';
import { Button } from '../../kit/button.tsx';
import { Confirm } from '../../kit/confirm.tsx';
import { Notice } from '../../kit/field.tsx';
import { useAttempt } from '../work/use-attempt.ts';
import { GONE_TAB, tabLabels } from './peer-words.ts';
import { Empty, Section } from './section.tsx';
import { useNow } from './use-peers-view.ts';
import css from './peers.module.css';

export function Locks({ peers, locks }: { peers: Peers; locks: readonly Lease[] }) {
  const labels = tabLabels(useStore(peers.presence.store));
  const now = useNow(peers, locks.length > 0);
  const [asked, setAsked] = useState<Lease>();
  const [said, setSaid] = useState('');
  const { problem, attempt } = useAttempt();
  const release = (lease: Lease): void => void attempt(async () => {
    const done = await peers.locks.revoke(lease.key, lease.fence);
    setSaid(done ? `${lease.key} is free.` : `${lease.key} was free already.`);
  });
  return (
    <Section title="Locks" count={locks.length} about="A lock keeps other agents away from a thing while one works on it, so that they do not undo each other’s work. It ends by itself when its time is up or its tab is closed.">
      {locks.length === 0
        ? <Empty>Nothing is locked. An agent takes a lock with its tool acquire_lock before it changes what others may change too.</Empty>
        : (
          <ul className={css.list} aria-label="Locks">
            {locks.map((lease) => (
              <li key={lease.key} className={css.item} data-lock={lease.key}>
                <div className={css.row}>
                  <span className={`${css.key} ${css.grow}`}>{lease.key}</span>
                  <span className={css.time} role="timer" aria-label={`Time left of ${lease.key}`}>{spanText(lease.expires - now)} left</span>
                </div>
                <div className={css.meta}>held by <strong>{lease.holder.agent}</strong> in {labels.get(lease.holder.session) ?? GONE_TAB} · <span title="Each new holder gets a greater number. What is written under an old number is refused.">number {lease.fence}</span></div>
                <div className={css.actions}><Button look="danger" aria-label={`Release ${lease.key}`} onClick={() => setAsked(lease)}>Release</Button></div>
              </li>
            ))}
          </ul>
        )}
      {problem && <Notice tone="bad">{problem}</Notice>}
      <span role="status" className={css.meta}>{said}</span>
      <Confirm open={asked !== undefined} title="Release this lock?" action="Release" onClose={() => setAsked(undefined)} onConfirm={() => { if (asked) release(asked); }}
        text={asked ? `The agent “${asked.holder.agent}” loses ${asked.key} at once, without being asked, and another one may take it. What it still writes to a locked file is refused from then on.` : ''} />
    </Section>
  );
}
