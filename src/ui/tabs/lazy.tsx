/** The notice of a change of owners, loaded when there is one. */
import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { useWorkspace } from '../context.ts';

const Loaded = lazy(async () => ({ default: (await import('./tabs-notice.tsx')).TabsNotice }));

export function TabsNotice() {
  const shown = useStore(useWorkspace().tabs.store, ({ role, notice }) => role === 'changing' || notice !== undefined);
  return shown ? <Suspense fallback={null}><Loaded /></Suspense> : null;
}
