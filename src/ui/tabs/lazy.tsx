/** The notice of a change of owners, loaded when there is one. */
import { Suspense } from 'react';
import { useStore } from 'zustand';
import { useWorkspace } from '../context.ts';
import { part } from '../kit/part.tsx';

const Loaded = part(async () => (await import('./tabs-notice.tsx')).TabsNotice);

export function TabsNotice() {
  const shown = useStore(useWorkspace().tabs.store, ({ role, notice }) => role === 'changing' || notice !== undefined);
  return shown ? <Suspense fallback={null}><Loaded /></Suspense> : null;
}
