/** Tells a person that an agent has locked the file that is open. It keeps nobody from editing: locks are between agents. */
import { Lock } from 'lucide-react';
import { useCallback, useEffect } from 'react';
import type { Lease } from '../../peers/lease-table.ts';
import type { Peers } from '../../peers/peers.ts';
import { covers, guardedPath } from '../../tools/peers/guarded-path.ts';
import { useLive, usePeers } from '../agent/live-peers.ts';
import { useWorkspace } from '../context.ts';
import css from './editor.module.css';

export function LockBar({ path }: { path: string }) {
  const peers = usePeers();
  return peers ? <LockBarOf peers={peers} path={path} /> : null;
}

function LockBarOf({ peers, path }: { peers: Peers; path: string }) {
  const { sandbox } = useWorkspace();
  const read = useCallback(({ locks }: Peers): Promise<Lease[]> => locks.list(), []);
  const [leases = [], again] = useLive(peers, 'locks', read, never);
  const lease = leases.find(({ key, expires }) => {
    const locked = guardedPath(key, sandbox.workdir);
    return locked !== undefined && covers(locked, path) && expires > peers.port.now();
  });
  const expires = lease?.expires;
  useEffect(() => {
    if (expires === undefined) return;
    // Its end is announced by nobody. Longer times than a timer takes are looked at again before.
    const timer = setTimeout(again, Math.min(expires - peers.port.now() + 50, 2 ** 30));
    return () => clearTimeout(timer);
  }, [expires, again, peers]);
  if (!lease) return null;
  return <div className={css.bar} role="status" data-locked-by={lease.holder.agent}><Lock size={16} aria-hidden /><p>Locked by {lease.holder.agent} ({lease.key}), who may change this file now. You can go on editing; save often.</p></div>;
}

const never = (): boolean => false;
