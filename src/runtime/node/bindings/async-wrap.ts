/** internalBinding('async_wrap'): ids of asynchronous operations and the hooks' counters. */
import { FIELD, ID } from '../async-state.ts';
import type { CoreRuntime } from '../core.ts';
import { NotAvailableError } from '../stubs.ts';
import type { Binding } from '../runtime.ts';

export const asyncWrapBinding: Binding = {
  name: 'async_wrap',
  create(rt: CoreRuntime, shape) {
    const fields: Uint32Array = shape.async_hook_fields;
    const ids: Float64Array = shape.async_id_fields;
    const { async } = rt;
    async.fields = fields;
    async.ids = ids;
    fields[FIELD.CHECK] = 1;
    // 1 is the main script's own id (boot.ts: runMain).
    ids[ID.COUNTER] = 1;
    ids[ID.DEFAULT_TRIGGER] = -1;
    const resources: unknown[] = shape.execution_async_resources;

    /** Resources of callbacks made by bindings; the library keeps its own in the list above. */
    const natives: unknown[] = [];

    const push = (id: number, trigger: number, resource?: object): void => {
      const at = fields[FIELD.STACK_LENGTH]!;
      natives[at] = resource;
      if (2 * at >= shape.async_ids_stack.length) {
        // The library reads the array through the binding, so it may be another one from now on.
        const grown = new Float64Array(shape.async_ids_stack.length * 3);
        grown.set(shape.async_ids_stack);
        shape.async_ids_stack = grown;
      }
      shape.async_ids_stack[2 * at] = ids[ID.EXECUTION];
      shape.async_ids_stack[2 * at + 1] = ids[ID.TRIGGER];
      fields[FIELD.STACK_LENGTH] = at + 1;
      ids[ID.EXECUTION] = id;
      ids[ID.TRIGGER] = trigger;
    };
    const pop = (id: number): boolean => {
      const length = fields[FIELD.STACK_LENGTH]!;
      if (length === 0) return false;
      if (fields[FIELD.CHECK]! > 0 && ids[ID.EXECUTION] !== id && id >= 0) {
        rt.writeError(`Error: async hook stack has become corrupted (actual: ${ids[ID.EXECUTION]}, expected: ${id})\n`);
        rt.exit(1);
      }
      const at = length - 1;
      ids[ID.EXECUTION] = shape.async_ids_stack[2 * at];
      ids[ID.TRIGGER] = shape.async_ids_stack[2 * at + 1];
      fields[FIELD.STACK_LENGTH] = at;
      if (resources.length > at) resources.length = at;
      return at > 0;
    };
    // No hook tells of promises; of these at least it is known what they were rejected in, which node:test asks for.
    rt.promises.onReject = (promise) => {
      if (fields[FIELD.INIT] === 0 || ids[ID.EXECUTION] === 0) return;
      Object.assign(promise, { [rt.symbols.async_id_symbol!]: ids[ID.EXECUTION], [rt.symbols.trigger_async_id_symbol!]: ids[ID.TRIGGER] });
    };
    async.push = push;
    async.pop = pop;

    let destroyed: number[] = [];
    /** At the end of the loop as well: nothing that is alive waits for it. */
    async.tellDestroyed = () => {
      const ids = destroyed;
      destroyed = [];
      ids.forEach((id) => async.hooks.destroy(id));
    };
    const queueDestroy = (id: number): void => {
      if (fields[FIELD.DESTROY] === 0) return;
      if (destroyed.length === 0) rt.loop.enqueue(() => async.tellDestroyed());
      destroyed.push(id);
    };
    const collected = new FinalizationRegistry<{ id: number; destroyed: { destroyed: boolean } | undefined }>(({ id, destroyed }) => {
      if (destroyed?.destroyed !== true) queueDestroy(id);
    });

    return Object.assign(shape, {
      setupHooks(hooks: unknown) {
        async.hooks = hooks;
      },
      setCallbackTrampoline() {
        // Only `executionAsyncResource()` inside bindings' callbacks needs it; the library tracks its own resources.
      },
      pushAsyncContext: push,
      popAsyncContext: pop,
      executionAsyncResource: (index: number) => resources[index] ?? natives[index],
      clearAsyncIdStack() {
        ids[ID.EXECUTION] = 0;
        ids[ID.TRIGGER] = 0;
        fields[FIELD.STACK_LENGTH] = 0;
        resources.length = 0;
      },
      queueDestroyAsyncId: queueDestroy,
      // The engine's hook on every promise has no counterpart in a page: `async_hooks` sees promises only through `then`. AsyncLocalStorage does not depend on it.
      setPromiseHooks() {},
      /** `v8.promiseHooks` (build/node-patches.ts), which has no other purpose. */
      userPromiseHooks: Object.fromEntries(['createHook', 'onInit', 'onBefore', 'onAfter', 'onSettled'].map((name) => [name, { [name]() {
        throw new NotAvailableError(`v8.promiseHooks.${name}()`, 'a browser tells nobody of the promises that are made');
      } }[name]])),
      getPromiseHooks: () => [undefined, undefined, undefined, undefined],
      registerDestroyHook(resource: object, id: number, destroyed?: { destroyed: boolean }) {
        collected.register(resource, { id, destroyed });
      },
    });
  },
};
