/** Says which servers the sandbox runs, for people who do not see the preview open. */
import { useStore } from 'zustand';
import { useWorkspace } from '../context.ts';

export function OpenPorts() {
  const { ports } = useStore(useWorkspace().previews.store);
  const open = ports.filter((port) => port.open).map(({ port }) => `localhost:${port}`);
  // The region is there before its text, or screen readers would not announce the first server.
  return <div className="visually-hidden" role="status" aria-label="Servers in the sandbox">{open.length > 0 && `${open.length === 1 ? 'A server listens' : 'Servers listen'} on ${open.join(', ')} in the sandbox.`}</div>;
}
