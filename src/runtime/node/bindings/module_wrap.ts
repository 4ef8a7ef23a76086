import { ModuleRecord } from '../esm/record.ts';
import { readModule } from '../esm/syntax.ts';
import { link } from '../esm/link.ts';
import { evaluateNow } from '../esm/evaluate.ts';
import { type MetaCallback, moduleWrapClass } from '../esm/wrap.ts';
import type { Binding, Internal } from '../runtime.ts';
import { stalledAwaits } from '../stalled-await.ts';
import { importState } from '../vm/dynamic-import.ts';

const REJECTED = 2;

/** What `require()` of an ES module with a default export gives: the module's own exports and the mark that transpiled code looks for (node_modules.cc). */
const FACADE = "export * from 'original'; export { default } from 'original'; export const __esModule = true;";

export const module_wrap: Binding = {
  name: 'module_wrap',
  create(rt, shape) {
    let initializeMeta: MetaCallback | undefined;
    const ModuleWrap = moduleWrapClass(rt, () => initializeMeta);
    const unused = (): never => {
      throw new Error('The facade of a required module neither imports nor asks for its meta');
    };

    rt.stalledAwaits = () => {
      const entry: Internal = (globalThis as Internal)[rt.internalBinding('util').privateSymbols.entry_point_module_private_symbol];
      return entry instanceof ModuleWrap ? stalledAwaits(ModuleWrap.recordOf(entry)) : [];
    };

    return Object.assign(shape, {
      ModuleWrap,
      setImportModuleDynamicallyCallback(callback: Internal) {
        importState(rt).callback = callback;
      },
      setInitializeImportMetaObjectCallback(callback: MetaCallback) {
        initializeMeta = callback;
      },
      createRequiredModuleFacade(wrap: Internal) {
        const url = 'node:internal/require_module_default_facade';
        const facade = new ModuleRecord(rt, url, readModule(rt, FACADE, url), { mport: unused, meta: unused, synthetic: unused });
        const original: ModuleRecord = ModuleWrap.recordOf(wrap);
        facade.links = facade.syntax!.requests.map(() => original);
        link(facade);
        evaluateNow(facade);
        return facade.namespace();
      },
      throwIfPromiseRejected(promise: Promise<unknown>) {
        const state = rt.promiseState(promise);
        if (state !== undefined && state[0] === REJECTED) throw state[1];
      },
    });
  },
};
