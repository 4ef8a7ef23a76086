import { useEffect, useRef, useState } from 'react';
import { AppError } from '../../shared/errors.ts';
import { useApp, useWorkspace } from '../context.ts';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { Notice, TextField } from '../kit/field.tsx';
import { cloneRepository, folderOf } from './clone-repository.ts';

/**
 * Asks for a repository's address and clones it into a folder of the project. Closing stops it.
 * @param into an address that was given before: it is cloned into the project itself, at once.
 */
export function CloneDialog({ into, onCloned, onClose }: { into?: string; onCloned(folder: string): void; onClose(): void }) {
  const { settings } = useApp();
  const { sandbox } = useWorkspace();
  const [url, setUrl] = useState(into ?? '');
  const [branch, setBranch] = useState('');
  const [folder, setFolder] = useState<string | undefined>(into === undefined ? undefined : '.');
  const [token, setToken] = useState('');
  const [corsProxy, setCorsProxy] = useState(settings.getState().corsProxy);
  const [progress, setProgress] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const place = folder ?? folderOf(url);
  const start = async (): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setProblem(undefined);
    setProgress('Starting git…');
    settings.setState({ corsProxy: corsProxy.trim() });
    try {
      await cloneRepository(sandbox, { url: url.trim(), branch: branch.trim(), folder: place.trim(), token: token.trim(), corsProxy: corsProxy.trim() }, { onProgress: setProgress, signal: controller.signal });
      onCloned(place.trim());
    } catch (error) {
      setProblem(AppError.from(error).message);
    }
    running.current = undefined;
    setProgress(undefined);
  };
  const first = useRef(start);
  useEffect(() => { if (into !== undefined) void first.current(); }, [into]);
  const busy = progress !== undefined;
  return (
    <Dialog open title="Clone a repository" text={`${into === undefined ? 'Into a new folder of the project' : 'Into this project'}. GitHub’s repositories come as their newest commit.`} onClose={onClose}>
      <form onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}>
        <TextField label="Address" type="url" value={url} required autoFocus disabled={busy} placeholder="https://github.com/owner/name" onChange={(event) => setUrl(event.target.value)} />
        <TextField label="Branch" value={branch} disabled={busy} hint="Empty for the usual one." onChange={(event) => setBranch(event.target.value)} />
        {into === undefined && <TextField label="Folder" value={place} disabled={busy} onChange={(event) => setFolder(event.target.value)} />}
        <TextField label="Token" type="password" value={token} disabled={busy} hint="For private repositories. It is not kept." onChange={(event) => setToken(event.target.value)} />
        <TextField label="CORS proxy" value={corsProxy} disabled={busy} hint="For servers that do not allow web pages. GitHub works without." onChange={(event) => setCorsProxy(event.target.value)} />
        {busy && <div role="status"><Notice>{progress}</Notice></div>}
        {problem && <Notice tone="bad">{problem}</Notice>}
        <DialogActions>
          <Button onClick={() => (busy ? running.current?.abort() : onClose())}>{busy ? 'Stop' : 'Cancel'}</Button>
          <Button type="submit" look="primary" disabled={busy}>Clone</Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
