/** The project's files: a tree with everything that can be done to them, by pointer, menu and keyboard. */
import { Download, FilePlus, FolderGit2, FolderPlus, FolderUp, Upload as UploadIcon } from 'lucide-react';
import { useEffect, useRef, useState, type DragEvent } from 'react';
import { AppError } from '../../shared/errors.ts';
import { basename } from '../../shared/path.ts';
import { useWorkspace } from '../context.ts';
import { IconButton } from '../kit/button.tsx';
import { Confirm } from '../kit/confirm.tsx';
import { later } from '../kit/later.tsx';
import { createEntry, deleteEntry, uniqueUploads } from './file-actions.ts';
import { downloadFile, downloadFolder } from './download.ts';
import type { TreeEntry } from './file-tree.ts';
import { TreeView } from './tree-view.tsx';
import { uploadsOfDrop, uploadsOfInput, writeUploads, type Upload } from './upload.ts';
import css from './files.module.css';

const CloneDialog = later(async () => (await import('./clone-dialog.tsx')).CloneDialog);
const NameDialog = later(async () => (await import('./name-dialog.tsx')).NameDialog);

interface Creating { kind: 'file' | 'folder'; folder: string }

export function Explorer({ onOpened }: { onOpened(): void }) {
  const workspace = useWorkspace();
  const { sandbox, changes, documents } = workspace;
  const [creating, setCreating] = useState<Creating>();
  const [deleting, setDeleting] = useState<TreeEntry>();
  const [replacing, setReplacing] = useState<{ folder: string; uploads: readonly Upload[]; existing: string[] }>();
  const [message, setMessage] = useState<{ text: string; bad: boolean }>();
  const [dropping, setDropping] = useState(false);
  const [cloning, setCloning] = useState(false);
  /** The folder that new files go to: where the tree's focus is. */
  const target = useRef('');
  const files = useRef<HTMLInputElement>(null);
  const folders = useRef<HTMLInputElement>(null);

  useEffect(() => NameDialog.preload(), []);

  const attempt = async (work: () => Promise<string | undefined>): Promise<void> => {
    try {
      const text = await work();
      if (text !== undefined) setMessage({ text, bad: false });
    } catch (error) {
      setMessage({ text: AppError.from(error).message, bad: true });
    }
  };

  const upload = (folder: string, uploads: readonly Upload[]): Promise<void> => attempt(async () => {
    if (uploads.length === 0) return undefined;
    const existing = await uniqueUploads(sandbox.fs, folder, uploads);
    if (existing.length > 0) {
      setReplacing({ folder, uploads, existing });
      return undefined;
    }
    return store(folder, uploads);
  });

  const store = async (folder: string, uploads: readonly Upload[]): Promise<string> => {
    changes.announce(...await writeUploads(sandbox.fs, folder, uploads));
    return uploads.length === 1 ? `Uploaded ${basename(uploads[0].path)}.` : `Uploaded ${uploads.length} files.`;
  };

  const onDrop = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setDropping(false);
    const folder = (event.target as HTMLElement).closest<HTMLElement>('[data-folder]')?.dataset.folder ?? '';
    const uploads = uploadsOfDrop(event.dataTransfer);
    void attempt(async () => { await upload(folder, await uploads); return undefined; });
  };

  return (
    <div className={dropping ? `${css.explorer} ${css.dropping}` : css.explorer}
      onDragOver={(event) => { if (event.dataTransfer.types.includes('Files')) { event.preventDefault(); setDropping(true); } }}
      onDragLeave={(event) => { if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDropping(false); }}
      onDrop={onDrop}>
      <div className={css.head}>
        <h2 className={css.title}>Files</h2>
        <IconButton label="New file" onClick={() => setCreating({ kind: 'file', folder: target.current })}><FilePlus size={15} aria-hidden /></IconButton>
        <IconButton label="New folder" onClick={() => setCreating({ kind: 'folder', folder: target.current })}><FolderPlus size={15} aria-hidden /></IconButton>
        <IconButton label="Upload files" onClick={() => files.current?.click()}><UploadIcon size={15} aria-hidden /></IconButton>
        <IconButton label="Upload a folder" onClick={() => folders.current?.click()}><FolderUp size={15} aria-hidden /></IconButton>
        <IconButton label="Clone a repository" onClick={() => setCloning(true)}><FolderGit2 size={15} aria-hidden /></IconButton>
        <IconButton label="Download the project as a zip" onClick={() => void attempt(async () => { await workspace.download(); return 'The zip is ready.'; })}><Download size={15} aria-hidden /></IconButton>
        <input ref={files} type="file" multiple hidden aria-label="Files to upload"
          onChange={(event) => { void upload(target.current, uploadsOfInput(event.target.files!)); event.target.value = ''; }} />
        <input ref={(element) => { folders.current = element; element?.setAttribute('webkitdirectory', ''); }} type="file" hidden aria-label="Folder to upload"
          onChange={(event) => { void upload(target.current, uploadsOfInput(event.target.files!)); event.target.value = ''; }} />
      </div>
      <TreeView
        onTarget={(folder) => { target.current = folder; }}
        onOpen={(path) => attempt(async () => { await documents.show(path); onOpened(); return undefined; })}
        onCreate={(kind, folder) => setCreating({ kind, folder })}
        onDelete={setDeleting}
        onDownload={(entry) => void attempt(async () => {
          await (entry.directory ? downloadFolder(sandbox, entry.path) : downloadFile(sandbox.fs, entry.path));
          return `Downloaded ${entry.name}.`;
        })}
        onProblem={(text) => setMessage({ text, bad: true })}
      />
      <p className={message?.bad ? `${css.message} ${css.messageBad}` : css.message} role="status" hidden={!message}>
        {message?.text} <button type="button" className={css.dismiss} onClick={() => setMessage(undefined)}>Dismiss</button>
      </p>
      {dropping && <p className={css.dropHint} aria-hidden>Drop files or folders to upload</p>}
      {creating && (
        <NameDialog title={creating.kind === 'file' ? 'New file' : 'New folder'} folder={creating.folder} onClose={() => setCreating(undefined)}
          onName={async (name) => {
            const path = await createEntry(sandbox.fs, creating.kind, creating.folder, name);
            changes.announce(path);
            if (creating.kind === 'file') { await documents.show(path); onOpened(); }
          }} />
      )}
      {cloning && (
        <CloneDialog onClose={() => setCloning(false)}
          onCloned={(folder) => { setCloning(false); changes.announce(folder); setMessage({ text: `Cloned into ${folder}.`, bad: false }); }} />
      )}
      <Confirm open={deleting !== undefined} title={`Delete ${deleting?.name ?? ''}?`} action="Delete" onClose={() => setDeleting(undefined)}
        text={deleting?.directory ? 'The folder and everything in it is removed from the project.' : 'The file is removed from the project.'}
        onConfirm={() => void attempt(async () => { await deleteEntry(sandbox.fs, deleting!.path); changes.announce(deleting!.path); return `Deleted ${deleting!.name}.`; })} />
      <Confirm open={replacing !== undefined} title="Replace existing files?" action="Replace" onClose={() => setReplacing(undefined)}
        text={`Already in the project: ${replacing?.existing.slice(0, 5).join(', ') ?? ''}${(replacing?.existing.length ?? 0) > 5 ? ' and more' : ''}.`}
        onConfirm={() => { const { folder, uploads } = replacing!; void attempt(() => store(folder, uploads)); }} />
    </div>
  );
}
