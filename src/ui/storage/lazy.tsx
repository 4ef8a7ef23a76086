/** The notice of what the browser lost, loaded when it lost something; and the settings of storage, loaded with the settings. */
import { Suspense } from 'react';
import { useStore } from 'zustand';
import { part } from '../kit/part.tsx';
import { storage } from '../../project/storage-care.ts';

const Bar = part(async () => (await import('./storage-bar.tsx')).StorageBar);
const Settings = part(async () => (await import('./storage-settings.tsx')).StorageSettings);

export function StorageNotice() {
  const shown = useStore(storage, ({ removed, damaged }) => removed || damaged.length > 0);
  return shown ? <Suspense fallback={null}><Bar /></Suspense> : null;
}

export function StorageSettings() {
  return <Suspense fallback={null}><Settings /></Suspense>;
}
