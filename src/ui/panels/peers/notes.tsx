import { X } from 'lucide-react';
import { useStore } from 'zustand';
import type { Peers } from '../../../peers/peers.ts';
import { IconButton } from '../../kit/button.tsx';
import { GONE_TAB, tabLabels } from './peer-words.ts';
import css from './peers.module.css';

/** What people at other tabs wrote, until it is put away. Who wrote is taken from who sent it, not from what it says. */
export function Notes({ peers }: { peers: Peers }) {
  const notes = useStore(peers.notes.store);
  const labels = tabLabels(useStore(peers.presence.store));
  return (
    <aside aria-label="Notes">
      <ul className={css.notes} aria-label="Notes from others">
        {notes.map(({ id, from, text }) => {
          const who = labels.get(from) ?? GONE_TAB;
          return (
            <li key={id} className={css.note}>
              <p role="alert"><strong>{who}:</strong> {text}</p>
              <IconButton label={`Put away the note from ${who}`} onClick={() => peers.notes.dismiss(id)}><X size={15} aria-hidden /></IconButton>
            </li>
          );
        })}
      </ul>
    </aside>
  );
}
