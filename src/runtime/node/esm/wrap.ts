/** `ModuleWrap`: Node's native face of a module record. */
import { codedError } from '../fs/cp-links.ts';
import type { Internal, NodeRuntime } from '../runtime.ts';
import { cachedDataFor, isCachedDataFor } from '../vm/cached-data.ts';
import { sourceMapUrl } from '../vm/compile.ts';
import { contextOf } from '../vm/contexts.ts';
import { importFunction } from '../vm/dynamic-import.ts';
import { evaluateNow, evaluation } from './evaluate.ts';
import { link } from './link.ts';
import { type Hooks, ModuleRecord, STATUS } from './record.ts';
import { readModule } from './syntax.ts';

/** What the library sets for `import.meta`. */
export type MetaCallback = (id: symbol, meta: object, wrap: object) => void;

/** @param metaCallback the callback, once the library has set it */
export function moduleWrapClass(rt: NodeRuntime, metaCallback: () => MetaCallback | undefined): Internal {
  const { host_defined_option_symbol: optionSymbol } = rt.internalBinding('util').privateSymbols;

  class ModuleWrap {
    declare url: string;
    declare synthetic: boolean;
    readonly #record: ModuleRecord;

    constructor(url: string, context: object | undefined, source: string | string[], third: unknown, fourth?: unknown, option?: symbol | Uint8Array) {
      const within = context === undefined ? undefined : contextOf(rt, context);
      const define = (name: string | symbol, value: unknown): void => {
        (this as Internal)[name] = value;
      };
      Object.defineProperty(this, 'hasAsyncGraph', {
        get: () => {
          // Known for every module of an instantiated graph, not only for its root.
          if (this.#record.status >= STATUS.LINKED) return this.#record.asyncGraph;
          throw codedError('ERR_MODULE_NOT_INSTANTIATED', 'Module is not instantiated');
        },
        enumerable: false,
        configurable: true,
      });
      let id: symbol = Symbol(url);
      if (typeof option === 'symbol') id = option;
      const hooks: Hooks = {
        mport: () => importFunction(rt, id, url),
        meta: () => {
          const meta: object = Object.create(null);
          metaCallback()?.(id, meta, this);
          return meta;
        },
        synthetic: () => { (third as Function).call(this); },
        evaluate: within === undefined ? undefined : (text) => within.evaluate(rt, text, undefined),
      };
      if (Array.isArray(source)) {
        this.#record = new ModuleRecord(rt, url, source, hooks);
        // A CommonJS module that is still running must not be imported by what it requires.
        if (fourth !== undefined) define(rt.internalBinding('symbols').imported_cjs_symbol, fourth);
      } else {
        if (option instanceof Uint8Array && !isCachedDataFor(source, option)) {
          throw codedError('ERR_VM_MODULE_CACHED_DATA_REJECTED', 'cachedData buffer was rejected');
        }
        const syntax = readModule(rt, source, url, within);
        this.#record = new ModuleRecord(rt, url, syntax, hooks);
        define('hasTopLevelAwait', syntax.topLevelAwait);
        define('sourceURL', undefined);
        define('sourceMapURL', sourceMapUrl(source));
        // Of files only those whose types were stripped, and what is none (`--eval`): the rest is read again when it is needed.
        if (!url.startsWith('file:') || /\.[mc]?ts$|\/\[eval\d+\]$/.test(url)) rt.sources.set(url, source);
      }
      (this as Internal)[optionSymbol] = id;
      define('synthetic', this.#record.synthetic);
      define('url', url);
    }

    static recordOf(wrap: ModuleWrap): ModuleRecord {
      return wrap.#record;
    }

    getModuleRequests(): object[] {
      return (this.#record.syntax?.requests ?? []).map((request) => Object.assign(Object.create(null), request, { attributes: Object.freeze(request.attributes) }));
    }

    link(modules: ModuleWrap[]): void {
      // With hooks in another thread this is an array without methods.
      const links = Array.from(modules, (module) => module.#record);
      const known = new Map<string, number>();
      this.#record.syntax?.requests.forEach(({ specifier, attributes }, i) => {
        const pairs = Object.entries(attributes).sort();
        const key = JSON.stringify([specifier, pairs]);
        const first = known.get(key) ?? i;
        known.set(key, first);
        if (links[first] === links[i]) return;
        const shown = `ModuleCacheKey("${specifier}"${pairs.length === 0 ? '' : `, {${pairs.map(([name, value]) => `"${name}": "${value}"`).join(', ')}}`})`;
        throw Object.assign(new TypeError(`Module request '${shown}' at index ${first} must be linked to the same module requested at index ${i}`), { code: 'ERR_MODULE_LINK_MISMATCH' });
      });
      this.#record.links = links;
    }

    instantiate(): void {
      link(this.#record);
    }

    evaluate(_timeout: number, _breakOnSigint: boolean): Promise<unknown> {
      const steps = evaluation(this.#record);
      let step = steps.next();
      while (!step.done) {
        let result: unknown;
        try {
          // Here and not in a function of its own: a frame less in every trace of a module.
          result = step.value();
        } catch (e) {
          step = steps.throw(e);
          continue;
        }
        step = steps.next(result);
      }
      return step.value;
    }

    evaluateSync(): object {
      evaluateNow(this.#record);
      return this.#record.namespace();
    }

    getNamespace(): object {
      if (this.#record.status < STATUS.LINKED) throw codedError('ERR_MODULE_NOT_INSTANTIATED', 'cannot get namespace, module has not been instantiated');
      return this.#record.namespace();
    }

    getStatus(): number {
      return this.#record.status;
    }

    getError(): unknown {
      return this.#record.error;
    }

    setExport(name: string, value: unknown): void {
      this.#record.setExport(name, value);
    }

    setModuleSourceObject(source: object): void {
      this.#record.source = source;
    }

    getModuleSourceObject(): object {
      return this.#record.sourceObject();
    }

    createCachedData(): unknown {
      return cachedDataFor(rt, this.#record.syntax?.code ?? '');
    }
  }
  return ModuleWrap;
}
