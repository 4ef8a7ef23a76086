/** Said while the open project is among the deleted ones; here the deletion is undone. */
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { AppError } from '../../shared/errors.ts';
import { useApp, useWorkspace } from '../context.ts';
import { Button } from '../kit/button.tsx';
import css from '../layout/layout.module.css';

export function DeletedBar({ onProjects }: { onProjects(): void }) {
  const { projects } = useApp();
  const { id, name, deleted } = useStore(useWorkspace().project);
  const [problem, setProblem] = useState<string>();
  if (deleted === undefined) return null;
  const restore = (): void => void projects().then((list) => list.restore(id)).catch((error: unknown) => setProblem(AppError.from(error).message));
  return (
    <div className={css.trouble} role="alert">
      <TriangleAlert size={15} aria-hidden />
      <p>{problem ?? `“${name}” was deleted. It stays open here, and what you change is still saved; after a week it is removed for good once no tab has it open.`}</p>
      <Button look="primary" onClick={restore}>Restore it</Button>
      <Button onClick={onProjects}>Open another project</Button>
    </div>
  );
}
