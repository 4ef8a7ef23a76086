/** The way to the peers view in the top bar, with how many tabs are here. */
import { Users } from 'lucide-react';
import { useStore } from 'zustand';
import type { Peers } from '../../../peers/peers.ts';
import { useWorkspace } from '../../context.ts';
import css from './peers.module.css';

export function PeersButton({ onOpen }: { onOpen(): void }) {
  const { peers, workPanels } = useWorkspace();
  const state = useStore(peers);
  const open = (): void => {
    workPanels.show('peers');
    onOpen();
  };
  return state.state === 'joined' ? <Counted peers={state.peers} onOpen={open} /> : <Shown count={1} onOpen={open} />;
}

function Counted({ peers, onOpen }: { peers: Peers; onOpen(): void }) {
  return <Shown count={useStore(peers.presence.store, ({ others }) => others.length + 1)} onOpen={onOpen} />;
}

function Shown({ count, onOpen }: { count: number; onOpen(): void }) {
  const label = count === 1 ? 'Peers: only this tab' : `Peers: ${count} tabs are here`;
  return (
    <button type="button" className={css.open} data-together={count > 1 ? '' : undefined} aria-label={label} title={label} onClick={onOpen}>
      <Users size={16} aria-hidden />{count > 1 && count}
    </button>
  );
}
