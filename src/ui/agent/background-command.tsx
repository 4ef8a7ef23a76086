/** A command that goes on in the background: whether it still runs, and a way to stop it. */
import { useCallback, useEffect, useState } from 'react';
import { AppError } from '../../shared/errors.ts';
import { useWorkspace } from '../context.ts';
import css from './agent.module.css';

/** While it runs, its state is read again this often. */
const POLL_MS = 2000;

type State = 'running' | 'stopping' | 'ended';

export function BackgroundCommand({ handle }: { handle: string }) {
  const { sandbox } = useWorkspace();
  const [state, setState] = useState<State>('running');
  const [problem, setProblem] = useState<string>();

  const read = useCallback(async (): Promise<boolean> => {
    const { commands } = await sandbox.host.call('background_list', {});
    // One that the tool host has forgotten ended with it.
    const runs = commands.some((one) => one.handle === handle && one.running);
    if (!runs) setState('ended');
    return runs;
  }, [sandbox, handle]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = false;
    const again = async (): Promise<void> => {
      // A host that does not answer now may answer the next time.
      const runs = await read().catch(() => true);
      if (runs && !over) timer = setTimeout(() => void again(), POLL_MS);
    };
    void again();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [read]);

  const stop = async (): Promise<void> => {
    setState('stopping');
    try {
      await sandbox.host.call('background_stop', { handle });
      setState('ended');
    } catch (error) {
      setProblem(AppError.from(error).message);
      if (await read().catch(() => true)) setState('running');
    }
  };

  return (
    <p className={css.note} data-background={handle} data-state={state}>
      <span role="status">{{ running: 'Running in the background.', stopping: 'Stopping…', ended: 'No longer running.' }[state]}</span>{' '}
      {state === 'running' && <button type="button" className={css.inlineButton} onClick={() => void stop()}>Stop</button>}
      {problem !== undefined && <span role="alert">{problem}</span>}
    </p>
  );
}
