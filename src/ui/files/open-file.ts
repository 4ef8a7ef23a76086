/** Files that are opened from other panels than the explorer's: the person is to see them. */
import { createContext, useCallback, useContext } from 'react';
import type { DocumentPlace } from '../../project/documents.ts';
import { useWorkspace } from '../context.ts';

/** What the layout does then: a phone, which shows one region at a time, goes to the editor's. */
export const OpenedContext = createContext<() => void>(() => undefined);

/** Opens a file, at a place if one is given, and shows it. @throws when it cannot be read */
export function useOpenFile(): (path: string, place?: DocumentPlace) => Promise<void> {
  const { documents } = useWorkspace();
  const opened = useContext(OpenedContext);
  return useCallback(async (path, place) => {
    await documents.show(path, place);
    opened();
  }, [documents, opened]);
}
