/** How much is stored in this browser, and whether it may remove it. */
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { askToKeep, measureStorage, storage } from '../../project/storage-care.ts';
import { Button } from '../kit/button.tsx';

export function StorageSettings() {
  const { kept, usage, quota } = useStore(storage);
  useEffect(() => void measureStorage(), []);
  return (
    <section aria-label="Storage" style={{ margin: '6px 0 12px' }}>
      <p data-kept={kept}>
        {kept === true && 'This browser keeps the projects until you remove them.'}
        {kept === false && 'This browser may remove the projects when space is short.'}
        {kept === undefined && 'This browser does not say whether it keeps the projects.'}
        {usage !== undefined && quota !== undefined && ` ${amount(usage)} of ${amount(quota)} are used, by all projects together.`}
      </p>
      {kept === false && <Button onClick={() => void askToKeep()}>Ask the browser to keep them</Button>}
    </section>
  );
}

function amount(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  let [value, unit] = [bytes, 0];
  for (; value >= 1000 && unit < units.length - 1; unit++) value /= 1000;
  return `${value.toLocaleString('en', { maximumFractionDigits: value < 10 && unit > 0 ? 1 : 0 })} ${units[unit]}`;
}
