import type { CoreRuntime } from '../core.ts';
import type { Binding, Internal } from '../runtime.ts';
import { cachedDataFor, isCachedDataFor } from '../vm/cached-data.ts';
import { compileBody, compileDecorated, sourceMapUrl } from '../vm/compile.ts';
import { importFunction } from '../vm/dynamic-import.ts';
import { Context } from '../vm/context.ts';
import { countedText } from '../coverage/collector.ts';
import { applyEdits, parseScript } from '../vm/acorn.ts';
import { contextOf, contexts } from '../vm/contexts.ts';
import { rememberFunction } from '../vm/function-text.ts';
import { CJS_PARAMS, isModuleSyntaxMessage, shouldRetryAsModule, wrapperMessage } from '../vm/module-syntax.ts';
import { installFunctionConstructors } from '../vm/function-constructors.ts';
import { scriptClass } from '../vm/script-class.ts';
import { decorateSyntaxError } from '../vm/syntax-error.ts';

export const contextify: Binding = {
  name: 'contextify',
  create(rt, shape) {
    const { privateSymbols } = rt.internalBinding('util');
    const symbols = rt.internalBinding('symbols');
    installFunctionConstructors(rt);
    const unavailable = (what: string) => () => {
      throw Object.assign(new Error(`${what} is not available in this sandbox`), { code: 'ERR_TABLOOM_NOT_AVAILABLE' });
    };

    return Object.assign(shape, {
      ContextifyScript: scriptClass(rt),

      makeContext(object: Internal, _name: string, _origin: unknown, strings: boolean, _wasm: boolean, ownMicrotasks: boolean, referrer: symbol) {
        if (ownMicrotasks) unavailable("vm.createContext with microtaskMode: 'afterEvaluate'")();
        // A vanilla context (vm.constants.DONT_CONTEXTIFY) is an object of its own here as well.
        const plain = typeof object === 'symbol';
        const target = plain ? {} : object;
        const isProxy = (rt as CoreRuntime).proxies.details(target) !== undefined;
        const context = new Context(target, { strings, isProxy });
        contexts(rt).set(target, context);
        if (plain) contexts(rt).set(context.proxy, context);
        const handle = plain ? context.proxy as Internal : target;
        // A private symbol, which no trap of a proxy would see.
        if (!isProxy) handle[privateSymbols.host_defined_option_symbol] = referrer;
        return handle;
      },

      isContextified: (object: object) => contexts(rt).has(object),

      compileFunction(
        code: string, file: string, lineOffset: number, columnOffset: number, cachedData: Uint8Array | undefined, produce: boolean,
        parsingContext: object | undefined, extensions: object[] | undefined, params: string[] | undefined, referrer: symbol,
      ) {
        if (parsingContext !== undefined || (extensions !== undefined && extensions.length > 0)) {
          return compileInContext(code, file, parsingContext, extensions ?? [], params ?? [], referrer);
        }
        const source = { code, file, params: params ?? [], lineOffset, columnOffset, referrer };
        const made: Internal = compileDecorated(rt, source);
        made[privateSymbols.host_defined_option_symbol] = referrer;
        const result: Internal = { __proto__: null, function: made, sourceURL: file, sourceMapURL: sourceMapUrl(code), cachedDataRejected: undefined };
        if (cachedData !== undefined) result.cachedDataRejected = !isCachedDataFor(code, cachedData);
        if (produce) Object.assign(result, { cachedDataProduced: true, cachedData: cachedDataFor(rt, code) });
        return result;
      },

      compileFunctionForCJSLoader(code: string, file: string, _isSea: boolean, detectModule: boolean) {
        let made: Internal;
        let canParseAsESM = false;
        const source = { code, file, params: CJS_PARAMS, referrer: symbols.vm_dynamic_import_default_internal };
        try {
          made = compileBody(rt, source);
        } catch (e) {
          if (!(e instanceof SyntaxError)) throw e;
          canParseAsESM = shouldRetryAsModule(rt, e.message, code);
          if (!canParseAsESM || !detectModule) {
            if (canParseAsESM && isModuleSyntaxMessage(e.message)) {
              rt.requireBuiltin('internal/process/warning').emitWarningSync(
                `Failed to load the ES module: ${file}. Make sure to set "type": "module" in the nearest package.json file or use the .mjs extension.`,
              );
            }
            decorateSyntaxError(rt, e, source);
            throw e;
          }
        }
        return {
          __proto__: null, cachedDataRejected: false, sourceMapURL: made === undefined ? undefined : sourceMapUrl(code),
          sourceURL: made === undefined ? undefined : file, function: made, canParseAsESM,
        };
      },

      containsModuleSyntax(code: string, _file: string, _resource: unknown, withoutParams: unknown): boolean {
        const message = wrapperMessage(rt, code, withoutParams ? [] : CJS_PARAMS);
        return message !== undefined && shouldRetryAsModule(rt, message, code);
      },

      // Ctrl-C ends the process through the kernel; a script cannot be interrupted and resumed.
      startSigintWatchdog: () => true,
      stopSigintWatchdog: () => false,
      watchdogHasPendingSigint: () => false,
      measureMemory: unavailable('vm.measureMemory'),
    });

    function compileInContext(code: string, file: string, parsingContext: object | undefined, extensions: object[], params: string[], referrer: symbol): Internal {
      const scopes = extensions.map((_, i) => `$tabloom_extension${i}`);
      const opening = scopes.map((name) => `with(${name}){`).join('');
      const counted = countedText(code, file, () => parseScript(rt, code));
      counted?.compiled();
      const body = counted === undefined ? code : applyEdits(code, counted.weave([]));
      const text = `(function(${scopes.join(',')}){${opening}return function (${params.join(',')}) {${body}\n}${'}'.repeat(scopes.length)}})`;
      const outer = parsingContext === undefined
        ? (0, eval)(text)
        : contextOf(rt, parsingContext).run(rt, text, file, importFunction(rt, referrer, file));
      const made: Internal = outer(...extensions);
      made[privateSymbols.host_defined_option_symbol] = referrer;
      rememberFunction(made, params, code);
      return { __proto__: null, function: made, sourceURL: file, sourceMapURL: sourceMapUrl(code), cachedDataRejected: undefined };
    }
  },
};
