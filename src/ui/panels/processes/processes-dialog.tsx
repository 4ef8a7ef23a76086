import { useCallback, useEffect, useState } from 'react';
import { AppError } from '../../../shared/errors.ts';
import { useWorkspace } from '../../context.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { endProcess, listProcesses, type ListedProcess } from './process-list.ts';
import css from './processes.module.css';

/** While somebody looks, the list is read again this often. */
const POLL_MS = 2000;

/** Everything that runs in the sandbox: how busy, how large, how old; and a way to end it. */
export function ProcessesDialog({ onClose }: { onClose(): void }) {
  const { sandbox } = useWorkspace();
  const [rows, setRows] = useState<readonly ListedProcess[]>();
  const [problem, setProblem] = useState<string>();
  /** Asked to end and still there: next time it is not asked. */
  const [asked, setAsked] = useState<ReadonlySet<number>>(new Set());

  const read = useCallback(async () => {
    try {
      setRows(await listProcesses(sandbox));
      setProblem(undefined);
    } catch (error) {
      setProblem(AppError.from(error).message);
    }
  }, [sandbox]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = false;
    const again = async (): Promise<void> => {
      await read();
      if (!over) timer = setTimeout(() => void again(), POLL_MS);
    };
    void again();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [read]);

  const end = async (pid: number): Promise<void> => {
    const signal = asked.has(pid) ? 'KILL' : 'TERM';
    setAsked(new Set([...asked, pid]));
    await endProcess(sandbox, pid, signal);
    await read();
  };

  return (
    <Dialog open title="Processes" text="What runs in the sandbox. Busy time is measured by the sandbox’s kernel; memory is what the browser measured last, which takes it up to a minute." onClose={onClose}>
      {problem !== undefined && <p role="alert">{problem}</p>}
      <div className={css.scroll} tabIndex={0} role="region" aria-label="List of processes">
        <table className={css.table}>
          <thead><tr><th scope="col">Number</th><th scope="col">Command</th><th scope="col">Age</th><th scope="col">Busy</th><th scope="col">Memory</th><th scope="col">End</th></tr></thead>
          <tbody>
            {rows?.map((row) => (
              <tr key={row.pid} data-pid={row.pid}>
                <td>{row.pid}</td>
                <th scope="row" className={css.command} title={row.command}>{row.command}</th>
                <td>{duration(row.ageSeconds)}</td>
                <td>{(row.busyMs / 1000).toFixed(1)} s</td>
                <td>{row.memoryBytes === undefined ? <span title="Not measured yet">–</span> : `${(row.memoryBytes / 2 ** 20).toFixed(1)} MB`}</td>
                <td><Button look="danger" aria-label={`${asked.has(row.pid) ? 'Kill' : 'End'} ${row.pid}`} onClick={() => void end(row.pid)}>{asked.has(row.pid) ? 'Kill' : 'End'}</Button></td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Dialog>
  );
}

function duration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor(seconds / 60) % 60} min`;
}
