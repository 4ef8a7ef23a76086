/** Said when the browser lost something of the project: that it did, what, and what is left. */
import { TriangleAlert } from 'lucide-react';
import { useStore } from 'zustand';
import { storage } from '../../project/storage-care.ts';
import { useWorkspace } from '../context.ts';
import { Button } from '../kit/button.tsx';
import css from '../layout/layout.module.css';
import { downloadRemains } from './download-remains.ts';

const NAMED = 5;

export function StorageBar() {
  const { removed, damaged } = useStore(storage);
  const { name } = useStore(useWorkspace().project);
  const names = damaged.slice(0, NAMED).map(({ path }) => path || 'the project’s folder');
  const more = damaged.length - names.length;
  return (
    <>
      {removed && (
        <div className={css.trouble} role="alert">
          <TriangleAlert size={15} aria-hidden />
          <p>This browser removed what it had stored of “{name}”, most likely to make room. What you see is what the project began with. Download projects that matter, or let the browser keep them (Settings).</p>
          <Button onClick={() => storage.setState({ removed: false })}>Dismiss</Button>
        </div>
      )}
      {damaged.length > 0 && (
        <div className={css.trouble} role="alert">
          <TriangleAlert size={15} aria-hidden />
          <p>{damaged.length === 1 ? 'One file' : `${damaged.length} files`} could not be read from this browser’s storage: {names.join(', ')}{more > 0 && ` and ${more} more`}. All others are here. What is left of {damaged.length === 1 ? 'it' : 'them'} was put aside.</p>
          <Button look="primary" onClick={() => void downloadRemains(damaged, name)}>Download what is left</Button>
          <Button onClick={() => storage.setState({ damaged: [] })}>Dismiss</Button>
        </div>
      )}
    </>
  );
}
