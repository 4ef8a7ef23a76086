/** All projects of this browser: open, make, rename, duplicate, delete, restore. Works without an open project too. */
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useStore } from 'zustand';
import { addressOfProject } from '../../project/choose-project.ts';
import type { ProjectRecord } from '../../project/project-record.ts';
import { KEPT_DAYS, type Projects } from '../../project/projects.ts';
import { AppError } from '../../shared/errors.ts';
import { Button } from '../kit/button.tsx';
import { Confirm } from '../kit/confirm.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { Notice } from '../kit/field.tsx';
import { NewProject } from './new-project.tsx';
import { ProjectRow } from './project-row.tsx';
import { ago } from './said.ts';
import { useProjects } from './use-projects.ts';
import css from './projects.module.css';

export interface ProjectsDialogProps {
  /** The project of this page. */
  current?: string;
  /** Saves what is not saved yet, before this page leaves its project. */
  leave(): Promise<void>;
  onClose(): void;
}

export function ProjectsDialog(props: ProjectsDialogProps) {
  const { projects, problem } = useProjects();
  const [making, setMaking] = useState(false);
  const open = async (id: string): Promise<void> => {
    await props.leave();
    location.assign(addressOfProject(id, location.href));
  };
  return (
    <Dialog open title={making ? 'New project' : 'Projects'} text="Kept in this browser." onClose={props.onClose}>
      {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
      {!projects && problem === undefined && <p role="status">Reading the list…</p>}
      {projects && making && <NewProject projects={projects} onMade={({ id }) => open(id)} onClose={() => setMaking(false)} />}
      {projects && !making && <List projects={projects} {...props} open={open} onNew={() => setMaking(true)} />}
    </Dialog>
  );
}

/** From this many projects on there is a field to look for one. */
const SEARCH_FROM = 9;

function List({ projects, current, open, onNew, leave }: ProjectsDialogProps & { projects: Projects; open(id: string): Promise<void>; onNew(): void }) {
  const { projects: all, open: tabs, problem: refused } = useStore(projects.store);
  const [search, setSearch] = useState('');
  const [renaming, setRenaming] = useState<string>();
  const [removing, setRemoving] = useState<ProjectRecord>();
  const [said, setSaid] = useState<{ text: string; undo?: string }>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const now = Date.now();
  const kept = all?.filter(({ deleted }) => deleted === undefined) ?? [];
  const gone = all?.filter(({ deleted }) => deleted !== undefined) ?? [];
  const shown = kept.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));

  const attempt = async (work: () => Promise<typeof said>): Promise<void> => {
    setProblem(undefined);
    setSaid(undefined);
    setBusy(true);
    try {
      setSaid(await work());
    } catch (error) {
      setProblem(AppError.from(error).message);
    }
    setBusy(false);
    // The row that had the focus may be gone; the keys must not be lost with it.
    requestAnimationFrame(() => { if (!box.current?.contains(document.activeElement)) box.current?.querySelector('button')?.focus(); });
  };
  const elsewhere = ({ id }: ProjectRecord): number => (tabs.get(id) ?? 0) - (id === current ? 1 : 0);
  const remove = (project: ProjectRecord): void => void attempt(async () => {
    try {
      await projects.delete(project.id);
    } catch (error) {
      // Whoever deletes to make room must not be kept from it by the lack of room.
      if (AppError.from(error).code === 'storage_full') setRemoving(project);
      throw error;
    }
    const others = elsewhere(project);
    const also = others > 0 ? ` It is still open in ${others === 1 ? 'another tab' : `${others} other tabs`}, which now ${others === 1 ? 'says' : 'say'} so.` : '';
    return { text: `“${project.name}” was deleted. It can be restored for ${KEPT_DAYS} days.${also}`, undo: project.id };
  });
  const duplicate = (project: ProjectRecord): void => void attempt(async () => {
    if (project.id === current) await leave();
    const { name } = await projects.duplicate(project.id);
    return { text: `“${name}” was made.` };
  });

  return (
    <div ref={box}>
      <div className={css.bar}>
        {kept.length >= SEARCH_FROM && <input className={css.search} type="search" aria-label="Find a project" placeholder="Find a project" value={search} onChange={(event) => setSearch(event.target.value)} />}
        <Button look="primary" onClick={onNew}><Plus size={14} aria-hidden /> New project</Button>
      </div>
      {(refused ?? problem) !== undefined && <Notice tone="bad">{problem ?? refused}</Notice>}
      <p className={css.said} role="status">
        {busy ? 'Working…' : said?.text}
        {said?.undo !== undefined && !busy && <Button onClick={() => void attempt(async () => { await projects.restore(said.undo!); return { text: 'It is back.' }; })}>Undo</Button>}
      </p>
      {all && shown.length === 0 && <p className={css.none}>{search === '' ? 'There is no project yet.' : 'No project has such a name.'}</p>}
      <ul className={css.list} aria-label="Projects">
        {shown.map((project) => (
          <ProjectRow key={project.id} project={project} now={now} current={project.id === current} elsewhere={elsewhere(project)} renaming={renaming === project.id}
            onOpen={() => void open(project.id).catch((error: unknown) => setProblem(AppError.from(error).message))}
            onOpenTab={() => window.open(addressOfProject(project.id, location.href), '_blank', 'noopener')}
            onRename={() => setRenaming(project.id)} onDuplicate={() => duplicate(project)} onDelete={() => remove(project)}
            onName={(name) => {
              setRenaming(undefined);
              if (name !== undefined && name !== project.name) void attempt(async () => { await projects.rename(project.id, name); return { text: `It is called “${name}” now.` }; });
            }} />
        ))}
      </ul>
      {gone.length > 0 && (
        <>
          <h3 className={css.subtitle}>Deleted</h3>
          <ul className={css.list} aria-label="Deleted projects">
            {gone.map((project) => (
              <li key={project.id} className={`${css.row} ${css.gone}`}>
                <span className={css.words}>
                  <span className={css.name}>{project.name}</span>
                  <span className={css.facts}>deleted {ago(project.deleted!, now)}, kept for {KEPT_DAYS} days</span>
                </span>
                <Button aria-label={`Restore ${project.name}`} onClick={() => void attempt(async () => { await projects.restore(project.id); return { text: `“${project.name}” is back.` }; })}>Restore</Button>
                <Button look="danger" aria-label={`Remove ${project.name} for good`} onClick={() => setRemoving(project)}>Remove…</Button>
              </li>
            ))}
          </ul>
        </>
      )}
      <Confirm open={removing !== undefined} title="Remove for good?" action="Remove" onClose={() => setRemoving(undefined)}
        text={`All files, the git history, the board and the conversations of “${removing?.name ?? ''}” are removed from this browser. This cannot be undone.`}
        onConfirm={() => { const { id, name } = removing!; void attempt(async () => { await projects.remove(id); return { text: `“${name}” was removed.` }; }); }} />
    </div>
  );
}
