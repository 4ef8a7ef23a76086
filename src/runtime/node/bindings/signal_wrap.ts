import { DISPOSITION } from '../../abi/constants.ts';
import type { Binding, Internal } from '../runtime.ts';
import { status } from '../streams/errors.ts';
import { handleClasses } from '../streams/handle-wrap.ts';
import { expose } from '../streams/expose.ts';

export const signal_wrap: Binding = {
  name: 'signal_wrap',
  create(rt, shape) {
    const { HandleWrap, stateOf } = handleClasses(rt);
    /** Handles of this process per signal: the default action comes back with the last one. */
    const users = new Map<number, number>();

    class Signal extends HandleWrap {
      #remove: (() => void) | null = null;
      declare onsignal: Internal;

      constructor() {
        super('SIGNALWRAP');
        stateOf(this).release = () => this.stop();
      }

      start(signal: number): number {
        this.stop();
        const code = status(() => rt.sys.sigaction(signal, DISPOSITION.HANDLE));
        if (code !== 0) return code;
        users.set(signal, (users.get(signal) ?? 0) + 1);
        const unlisten = rt.loop.onSignal(signal, () => stateOf(this).context.call(this.onsignal, this, signal));
        this.#remove = () => {
          unlisten();
          const left = users.get(signal)! - 1;
          users.set(signal, left);
          if (left === 0) rt.sys.sigaction(signal, DISPOSITION.DEFAULT);
        };
        stateOf(this).setActive(true);
        return 0;
      }

      stop(): number {
        this.#remove?.();
        this.#remove = null;
        stateOf(this).setActive(false);
        return 0;
      }
    }
    return expose(shape, { Signal });
  },
};
