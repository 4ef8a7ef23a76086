/** Terminals that other tabs show: each can be shown here too. */
import { SquareStack } from 'lucide-react';
import { useStore } from 'zustand';
import { useWorkspace } from '../context.ts';
import { IconButton } from '../kit/button.tsx';
import { Menu } from '../kit/menu.tsx';

export function OtherTerminals() {
  const { terminals } = useWorkspace();
  const { tabs } = useStore(terminals.store);
  const others = useStore(terminals.shells.list).filter(({ id }) => !tabs.some(({ shell }) => shell === id));
  if (others.length === 0) return null;
  const ordinal = new Map([...new Set(others.map(({ from }) => from))].map((from, at) => [from, at + 1]));
  return (
    <Menu entries={others.map(({ id, title, from }) => ({
      label: `${title} of ${ordinal.size === 1 ? 'another tab' : `tab ${ordinal.get(from)}`}`,
      run: () => void terminals.open({ join: { id, title: `${title}, shared` } }),
    }))}>
      <IconButton label={`Terminals of other tabs (${others.length})`}><SquareStack size={14} aria-hidden /></IconButton>
    </Menu>
  );
}
