import { useCallback, useState } from 'react';
import { AppError } from '../../../shared/errors.ts';

/** Runs what may fail; its failure is a sentence to show until the next try. */
export function useAttempt(): { problem: string | undefined; attempt: (work: () => Promise<unknown>) => Promise<boolean> } {
  const [problem, setProblem] = useState<string>();
  const attempt = useCallback(async (work: () => Promise<unknown>): Promise<boolean> => {
    setProblem(undefined);
    try {
      await work();
      return true;
    } catch (error) {
      setProblem(AppError.from(error).message);
      return false;
    }
  }, []);
  return { problem, attempt };
}
