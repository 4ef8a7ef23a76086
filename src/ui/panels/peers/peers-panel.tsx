/** Who works on this project, and everything that they share besides files: for looking on, and for stepping in. */
import { useStore } from 'zustand';
import type { Peers } from '../../../peers/peers.ts';
import { useWorkspace } from '../../context.ts';
import { Notice } from '../../kit/field.tsx';
import { Calls } from './calls.tsx';
import { Locks } from './locks.tsx';
import { People } from './people.tsx';
import { Runs } from './runs.tsx';
import { usePeersView } from './use-peers-view.ts';
import { Waiting } from './waiting.tsx';
import { Webhooks } from './webhooks.tsx';
import css from './peers.module.css';

export function PeersPanel() {
  const state = useStore(useWorkspace().peers);
  switch (state.state) {
    case 'joining': return <p role="status">Looking for others…</p>;
    case 'alone': return <Notice tone="warn">This tab works by itself: {state.reason}</Notice>;
    case 'joined': return (
      <>
        {state.problem !== undefined && <Notice tone="warn">{state.problem}</Notice>}
        {state.server !== undefined && <p className={css.intro}>You meet the others on the server {state.server}. They may be at other computers; files, beads and messages stay on each.</p>}
        <Together key={state.peers.port.session} peers={state.peers} />
      </>
    );
  }
}

function Together({ peers }: { peers: Peers }) {
  const { view, problem } = usePeersView(peers);
  const people = useStore(peers.presence.store, ({ others }) => others.length + 1);
  const said = view && `${people === 1 ? '1 tab is' : `${people} tabs are`} here, ${view.locks.length === 1 ? '1 lock is' : `${view.locks.length} locks are`} held.`;
  return (
    <>
      <p className={css.intro}>Tabs, people and agents that work on this project together. Here you see who does what, and can step in.</p>
      <span className="visually-hidden" role="status" aria-label="Peers">{said}</span>
      {problem && <Notice tone="bad">What is shared cannot be read: {problem}</Notice>}
      <div className={css.sections}>
        <People peers={peers} />
        <Runs peers={peers} />
        {view && <Locks peers={peers} locks={view.locks} />}
        {view && <Waiting peers={peers} waits={view.waits} />}
        {view && <Calls peers={peers} calls={view.calls} paused={view.paused} />}
        {view && <Webhooks peers={peers} deliveries={view.deliveries} />}
      </div>
    </>
  );
}
