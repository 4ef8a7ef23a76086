/** Failures of connections to the outside: Node's own errors know system calls only, and what a browser refuses is none. */
import type { Internal, NodeRuntime } from '../runtime.ts';
import { handleClasses } from './handle-wrap.ts';

/** Destroys the socket above `handle` with the kernel's reason, as a callback of the handle. False when there is no reason, or nobody above. */
export function failOutside(rt: NodeRuntime, handle: Internal): boolean {
  const failure = rt.sys.outsideFailure(handle.fd);
  const owner: Internal = handle[rt.internalBinding('symbols').owner_symbol];
  if (!failure || typeof owner?.destroy !== 'function') return false;
  const [code, message] = failure;
  handleClasses(rt).stateOf(handle).context.call(() => owner.destroy(Object.assign(new Error(message), { code })), handle);
  return true;
}
