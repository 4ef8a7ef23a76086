/** How much is stored in this browser, and whether it may remove it. */
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { askToKeep, measureStorage, storage } from '../../project/storage-care.ts';
import { Button } from '../kit/button.tsx';
import { sizeOf } from '../projects/said.ts';

export function StorageSettings() {
  const { kept, usage, quota } = useStore(storage);
  useEffect(() => void measureStorage(), []);
  return (
    <section aria-label="Storage" style={{ display: 'grid', justifyItems: 'start', gap: 8, margin: '6px 0 12px' }}>
      <p data-kept={kept}>
        {kept === true && 'This browser keeps the projects until you remove them.'}
        {kept === false && 'This browser may remove the projects when space is short.'}
        {kept === undefined && 'This browser does not say whether it keeps the projects.'}
        {usage !== undefined && quota !== undefined && ` ${sizeOf(usage)} of ${sizeOf(quota)} are used, by all projects together.`}
      </p>
      {/* The browser does not say whether this is one, so it is said everywhere. */}
      <p>In a private window everything is kept only until the last private window is closed, also what counts as saved. Download the project before that.</p>
      {kept === false && <Button onClick={() => void askToKeep()}>Ask the browser to keep them</Button>}
    </section>
  );
}
