/** What a session asked of its peer and waits for: the answer to a PING, the acknowledgement of settings. */
import type { Internal, NodeRuntime } from '../runtime.ts';
import { AsyncContext } from '../streams/async-context.ts';

export class Question {
  private readonly at = performance.now();
  private readonly context: AsyncContext;
  private readonly callback: Internal;
  private readonly session: object;

  /** `type` is the async_hooks resource name. */
  constructor(rt: NodeRuntime, type: string, callback: Internal, session: object) {
    this.context = new AsyncContext(rt, type, {});
    this.callback = callback;
    this.session = session;
  }

  /** Once; false when no answer will come. */
  answer(came: boolean, payload?: Internal): void {
    this.context.destroy();
    this.context.call(this.callback, this.session, came, came ? performance.now() - this.at : 0, payload);
  }
}
