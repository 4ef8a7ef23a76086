import { permits } from '../fs/needs.ts';
import { encodeName, type NodePath, textOf } from '../fs/path.ts';
import type { Binding, Internal } from '../runtime.ts';
import { status } from '../streams/errors.ts';
import { handleClasses } from '../streams/handle-wrap.ts';

export const fs_event_wrap: Binding = {
  name: 'fs_event_wrap',
  create(rt, shape) {
    const { HandleWrap, stateOf } = handleClasses(rt);

    class FSEvent extends HandleWrap {
      declare onchange: Internal;
      #watching = false;

      constructor() {
        super('FSEVENTWRAP');
        // Listed from its start on.
        rt.active.handles.delete(stateOf(this));
      }

      get initialized(): boolean {
        return this.#watching && !stateOf(this).closing;
      }

      start(target: NodePath, persistent: boolean, recursive: boolean, encoding: unknown): number {
        permits(rt.permission, 'r', [target]);
        let id = 0;
        const code = status(() => { id = rt.sys.watch(textOf(target), Boolean(recursive)); });
        if (code !== 0) return code;
        const unlisten = rt.loop.onWatch(id, (event, filename) => {
          stateOf(this).context.call(this.onchange, this, 0, event, encodeName(rt, filename, encoding));
        });
        const state = stateOf(this);
        state.release = () => {
          unlisten();
          rt.sys.unwatch(id);
        };
        this.#watching = true;
        state.enlist();
        if (!persistent) state.setReferenced(false);
        state.setActive(true);
        return 0;
      }
    }
    return Object.assign(shape, { FSEvent });
  },
};
