/** The peers view and what others send, loaded when they are first needed: not to start the page. */
import { Suspense } from 'react';
import { useStore } from 'zustand';
import type { Peers } from '../../../peers/peers.ts';
import { useWorkspace } from '../../context.ts';
import { part } from '../../kit/part.tsx';

const Panel = part(async () => (await import('./peers-panel.tsx')).PeersPanel);
const Shown = part(async () => (await import('./notes.tsx')).Notes);

export function PeersPanel() {
  return <Suspense fallback={null}><Panel /></Suspense>;
}

/** Notes from people at other tabs, wherever one is in the page. */
export function Notes() {
  const state = useStore(useWorkspace().peers);
  return state.state === 'joined' ? <SomeNotes peers={state.peers} /> : null;
}

function SomeNotes({ peers }: { peers: Peers }) {
  const any = useStore(peers.notes.store, (notes) => notes.length > 0);
  return any ? <Suspense fallback={null}><Shown peers={peers} /></Suspense> : null;
}
