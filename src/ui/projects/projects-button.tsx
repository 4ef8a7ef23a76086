/** The open project's name in the top bar, which leads to all projects. */
import { ChevronDown } from 'lucide-react';
import { useStore } from 'zustand';
import { useWorkspace } from '../context.ts';
import css from './projects.module.css';

export function ProjectsButton({ onOpen }: { onOpen(): void }) {
  const { project, sandbox } = useWorkspace();
  const name = useStore(project, (record) => record.name);
  return (
    <button type="button" className={css.button} aria-haspopup="dialog" aria-label={`Projects; open: ${name}`} title={`Projects. This one is in ${sandbox.workdir}`} onClick={onOpen}>
      <span>{name}</span><ChevronDown size={13} aria-hidden />
    </button>
  );
}
