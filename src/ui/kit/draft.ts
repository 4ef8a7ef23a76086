/** Text that a person is writing. It outlives the field: panels come and go with tabs, with panes, and with a phone that is turned. */
import { useCallback } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

type Change = string | ((now: string) => string);

/** By name; for as long as the page lives, which has one project. */
const drafts = createStore<{ readonly [name: string]: string }>(() => ({}));

/** The text of that name, empty at first; two fields of one name show the same. */
export function useDraft(name: string): [text: string, change: (next: Change) => void] {
  const text = useStore(drafts, (all) => all[name] ?? '');
  const change = useCallback((next: Change): void => drafts.setState((all) => ({ [name]: typeof next === 'string' ? next : next(all[name] ?? '') })), [name]);
  return [text, change];
}

/** Empties a field whose text was sent, unless more has been written meanwhile. */
export const sentOff = (sent: string) => (now: string): string => (now === sent ? '' : now);
