/** The way to source control in the top bar. */
import { GitBranch } from 'lucide-react';
import { useWorkspace } from '../../context.ts';
import { IconButton } from '../../kit/button.tsx';
import css from './source-control.module.css';

export function SourceControlButton({ onOpen }: { onOpen(): void }) {
  const { workPanels } = useWorkspace();
  return <IconButton className={css.open} label="Source control" onClick={() => { workPanels.show('source'); onOpen(); }}><GitBranch size={16} aria-hidden /></IconButton>;
}
