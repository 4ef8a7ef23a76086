import type { CoreRuntime } from '../core.ts';
import type { NodeRuntime } from '../runtime.ts';

/** Makes an error whose stack has as many of the user's frames as Node's: this runtime's own do not count against the limit. */
export function withRoom<T>(rt: NodeRuntime, make: () => T): T {
  const { stacks } = rt as CoreRuntime;
  // Twice: compiling goes through more functions than the usual binding.
  return stacks.withRoom(() => stacks.withRoom(make));
}
