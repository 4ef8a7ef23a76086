import { useLayoutEffect, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { useApp } from './context.ts';

const query = globalThis.matchMedia('(prefers-color-scheme: dark)');

function subscribe(listener: () => void): () => void {
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** The theme to show now: the person's choice, else the system's. */
export function useTheme(): 'light' | 'dark' {
  const chosen = useStore(useApp().settings, ({ theme }) => theme);
  const systemDark = useSyncExternalStore(subscribe, () => query.matches);
  if (chosen !== 'system') return chosen;
  return systemDark ? 'dark' : 'light';
}

/** Puts the theme on the document, where the tokens of `theme.css` look for it. */
export function useApplyTheme(): void {
  const theme = useTheme();
  // Before the effects of those that read the colours from the document: the terminal was one change behind.
  useLayoutEffect(() => { document.documentElement.dataset.theme = theme; }, [theme]);
}
