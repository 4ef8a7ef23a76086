/** What has become, since, of what a run took, asked or waits for among the peers: told live, because others change it. */
import { useCallback, useEffect, useReducer, useState } from 'react';
import { useStore } from 'zustand';
import type { Call } from '../../peers/call-record.ts';
import type { Lease } from '../../peers/lease-table.ts';
import type { Peers } from '../../peers/peers.ts';
import { describeFilter } from '../../peers/trigger.ts';
import { AppError } from '../../shared/errors.ts';
import { useLive, usePeers } from './live-peers.ts';
import type { TimelineItem } from './timeline.ts';
import css from './agent.module.css';

/** @param run of which the step is a part; undefined when that is over */
export function PeerState({ item, run }: { item: TimelineItem & { kind: 'tool' }; run: string | undefined }) {
  const peers = usePeers();
  if (!peers) return null;
  const { result } = item;
  if (item.tool === 'wait_for_trigger' && !result && !item.stopped && run !== undefined) return <WaitState peers={peers} run={run} />;
  const { acquired, resource_key, fence, call_id } = result?.metadata ?? {};
  if (item.tool === 'acquire_lock' && acquired === true) return <LockState peers={peers} lock={String(resource_key)} fence={Number(fence)} />;
  if (item.tool === 'call_agent' && typeof call_id === 'string') return <CallState peers={peers} id={call_id} />;
  return null;
}

function LockState({ peers, lock, fence }: { peers: Peers; lock: string; fence: number }) {
  const read = useCallback(async ({ locks }: Peers): Promise<Lease | 'free'> => (await locks.list()).find((lease) => lease.key === lock && lease.fence === fence) ?? 'free', [lock, fence]);
  const [lease, again] = useLive(peers, 'locks', read, isFree);
  const [, tick] = useReducer((count: number) => count + 1, 0);
  const left = lease === undefined || lease === 'free' ? undefined : lease.expires - peers.port.now();
  useEffect(() => {
    if (left === undefined) return;
    // At its end nobody tells.
    const timer = setTimeout(left <= 0 ? again : tick, 1000);
    return () => clearTimeout(timer);
  });
  if (lease === undefined) return null;
  return <p className={css.note} data-lock={left === undefined ? 'ended' : 'held'}>{left === undefined ? 'No longer held.' : <>Held. Ends by itself in <time>{clock(Math.max(0, Math.ceil(left / 1000)))}</time>.</>}</p>;
}

const isFree = (lease: Lease | 'free'): boolean => lease === 'free';

function CallState({ peers, id }: { peers: Peers; id: string }) {
  const read = useCallback(async ({ calls }: Peers): Promise<Call | 'gone'> => (await calls.get(id)) ?? 'gone', [id]);
  const [call] = useLive(peers, 'calls', read, isOver);
  if (call === undefined) return null;
  return <p className={css.note} role="status" data-call={call === 'gone' ? 'gone' : call.state}>{call === 'gone' ? 'The call is over.' : callWords(call)}</p>;
}

const isOver = (call: Call | 'gone'): boolean => call === 'gone' || call.state === 'completed' || call.state === 'error';

function callWords({ state, target, value, error }: Call): string {
  switch (state) {
    case 'pending': return `Waits until ${target} has time.`;
    case 'running': return `${target} works on it.`;
    case 'completed': return value === null || value === '' ? `${target} has finished.` : `${target} has finished: ${value.length > 200 ? `${value.slice(0, 200)}…` : value}`;
    case 'error': return `The call failed: ${error ?? 'for an unknown reason'}`;
  }
}

function WaitState({ peers, run }: { peers: Peers; run: string }) {
  const [problem, setProblem] = useState<string>();
  const read = useCallback(async ({ waits }: Peers): Promise<Waiting | 'none'> => {
    for (const { agent, waiters } of await waits.list()) {
      const waiter = waiters.find((one) => one.run === run);
      if (waiter) return { agent, id: waiter.id, until: waiter.until, what: describeFilter(waiter.filter) };
    }
    return 'none';
  }, [run]);
  // Never over: the card is gone when the wait is.
  const [waiting] = useLive(peers, 'waits', read, never);
  if (waiting === undefined || waiting === 'none') return null;
  const cancel = (): void => void peers.waits.cancel(waiting.agent, waiting.id).catch((error: unknown) => setProblem(AppError.from(error).message));
  return (
    <p className={css.note} data-wait="waiting">
      Waits for {waiting.what}, until <time>{timeOf(waiting.until, peers)}</time>.{' '}
      <button type="button" className={css.inlineButton} onClick={cancel}>End the wait</button>
      {problem !== undefined && <span role="alert"> {problem}</span>}
    </p>
  );
}

interface Waiting { agent: string; id: string; until: number; what: string }

const never = (): boolean => false;

/** What the run says it does now. */
export function RunStatus({ run }: { run: string }) {
  const peers = usePeers();
  return peers ? <RunStatusOf peers={peers} run={run} /> : null;
}

function RunStatusOf({ peers, run }: { peers: Peers; run: string }) {
  const own = useStore(peers.presence.store, (presence) => presence.own.runs.find((one) => one.run === run));
  const text = own?.state === 'waiting' ? 'waiting' : own?.state === 'parked' ? 'waiting for a place' : own?.status;
  return text ? <span className={css.status} role="status" title={text}>{text}</span> : null;
}

const two = (n: number): string => String(n).padStart(2, '0');

function clock(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes}:${two(seconds % 60)}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/** A moment of the peers' clock as this computer's clock shows it. */
function timeOf(moment: number, { port }: Peers): string {
  const date = new Date(Date.now() + moment - port.now());
  const today = date.toDateString() === new Date().toDateString();
  return today ? date.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' }) : date.toLocaleString([], { dateStyle: 'short', timeStyle: 'short' });
}
