/** Asks what a new project is called and what it begins with. */
import { useEffect, useRef, useState } from 'react';
import { MAX_NAME, type ProjectRecord } from '../../project/project-record.ts';
import { checkedName, type Projects } from '../../project/projects.ts';
import { AppError } from '../../shared/errors.ts';
import { folderOf } from '../files/clone-repository.ts';
import { uploadsOfInput } from '../files/upload.ts';
import { Button } from '../kit/button.tsx';
import { DialogActions } from '../kit/dialog.tsx';
import { Notice, RadioField, TextField } from '../kit/field.tsx';
import { filesOfUploads, filesOfZip } from './import-files.ts';
import css from './projects.module.css';

const choices = [
  { value: 'empty', label: 'Nothing' },
  { value: 'sample', label: 'The sample', hint: 'A small shop with a test that fails.' },
  { value: 'clone', label: 'A git repository' },
  { value: 'zip', label: 'A zip file' },
  { value: 'folder', label: 'A folder of this computer', hint: 'Without node_modules.' },
] as const;
type Choice = (typeof choices)[number]['value'];

export function NewProject({ projects, onMade, onClose }: { projects: Projects; onMade(project: ProjectRecord): Promise<void>; onClose(): void }) {
  const [name, setName] = useState('');
  const [choice, setChoice] = useState<Choice>('empty');
  const [url, setUrl] = useState('');
  const [files, setFiles] = useState<FileList>();
  const [busy, setBusy] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const folder = useRef<HTMLInputElement>(null);
  useEffect(() => folder.current?.setAttribute('webkitdirectory', ''), [choice]);
  /** Whoever has closed the dialog meanwhile has gone on with something else: the project is in the list, and this page is not left for it. */
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => { shown.current = false; };
  }, []);

  const suggested = choice === 'clone' ? folderOf(url) : choice === 'zip' ? (files?.[0]?.name.replace(/\.zip$/i, '') ?? '') : choice === 'folder' ? (files?.[0]?.webkitRelativePath.split('/')[0] ?? '') : choice === 'sample' ? 'corner-shop' : '';
  const chosen = name.trim() === '' ? [...suggested].slice(0, MAX_NAME).join('') : name;

  const make = async (): Promise<ProjectRecord> => {
    // First what the name may come from.
    if (choice === 'clone') {
      if (!/^https?:\/\/[^\s/]+\/\S+$/i.test(url.trim())) throw new AppError('invalid_arguments', 'Give the address of a repository that begins with https://.');
      return projects.create(checkedName(chosen), { begin: 'empty', clone: url.trim() });
    }
    if (choice === 'empty' || choice === 'sample') return projects.create(checkedName(chosen), { begin: choice });
    const [first] = files ?? [];
    if (!files || !first) throw new AppError('invalid_arguments', choice === 'zip' ? 'Choose a zip file.' : 'Choose a folder.');
    const called = checkedName(chosen);
    setBusy('Reading the files…');
    const tree = choice === 'zip' ? await filesOfZip(new Uint8Array(await first.arrayBuffer())) : await filesOfUploads(uploadsOfInput(files));
    setBusy('Storing the files…');
    return projects.create(called, { begin: 'empty', files: tree });
  };
  const submit = async (): Promise<void> => {
    setProblem(undefined);
    setBusy('Making the project…');
    try {
      const made = await make();
      if (shown.current) await onMade(made);
    } catch (error) {
      setProblem(AppError.from(error).message);
    }
    setBusy(undefined);
  };

  return (
    <form onSubmit={(event) => { event.preventDefault(); void submit(); }}>
      <TextField label="Name" value={name} autoFocus disabled={busy !== undefined} placeholder={suggested} hint={`Up to ${MAX_NAME} characters; it can be changed.`} onChange={(event) => setName(event.target.value)} />
      <RadioField<Choice> label="Begins with" value={choice} options={choices} onChange={(value) => { setChoice(value); setFiles(undefined); }} />
      {choice === 'clone' && <TextField label="Address" type="url" value={url} required placeholder="https://github.com/owner/name" onChange={(event) => setUrl(event.target.value)} />}
      {choice === 'zip' && <input key="zip" className={css.files} type="file" accept=".zip,application/zip" aria-label="Zip file" onChange={(event) => setFiles(event.target.files ?? undefined)} />}
      {choice === 'folder' && <input key="folder" ref={folder} className={css.files} type="file" aria-label="Folder" onChange={(event) => setFiles(event.target.files ?? undefined)} />}
      {busy !== undefined && <div role="status"><Notice>{busy}</Notice></div>}
      {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
      <DialogActions>
        <Button disabled={busy !== undefined} onClick={onClose}>Back</Button>
        <Button type="submit" look="primary" disabled={busy !== undefined}>Make it</Button>
      </DialogActions>
    </form>
  );
}
