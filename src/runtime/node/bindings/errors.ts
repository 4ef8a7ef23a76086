/** internalBinding('errors'). */
import type { CoreRuntime } from '../core.ts';
import { sourceLine, triggerUncaught } from '../fatal.ts';
import type { Binding, Internal } from '../runtime.ts';

export const errorsBinding: Binding = {
  name: 'errors',
  create(rt: CoreRuntime, shape) {
    return Object.assign(shape, {
      setPrepareStackTraceCallback(fn: NonNullable<CoreRuntime['callbacks']['prepareStackTrace']>) {
        rt.callbacks.prepareStackTrace = fn;
      },
      setEnhanceStackForFatalException(before: (error: unknown) => unknown, after: (error: unknown) => unknown) {
        rt.callbacks.enhanceBeforeInspector = before;
        rt.callbacks.enhanceAfterInspector = after;
      },
      setGetSourceMapErrorSource(fn: Function) {
        rt.callbacks.sourceMapErrorSource = fn;
      },
      // The library formats with source maps by itself once they are on; the native side only uses it for the line above an exception.
      setSourceMapsEnabled() {},
      // Called by V8 for code made with eval or `new Function`, which a page cannot observe.
      setMaybeCacheGeneratedSourceMap() {},
      noSideEffectsToString(value: Internal) {
        try {
          return typeof value === 'object' && value !== null && !(value instanceof Error) ? Object.prototype.toString.call(value).replace(/^\[object (.*)\]$/, '#<$1>') : String(value);
        } catch {
          return '<error>';
        }
      },
      triggerUncaughtException: function report(error: unknown, fromPromise: boolean) {
        // What is no error does not say where it comes from: then the call of this function is shown.
        const site = error instanceof Error ? undefined : rt.stacks.capture(1, report)[0];
        const file = site?.getFileName(), line = site?.getLineNumber(), column = site?.getColumnNumber();
        triggerUncaught(rt, error, fromPromise, file && line && column ? { file, line, column } : undefined);
      },
      getErrorSourcePositions(error: unknown) {
        const frame = rt.stacks.framesOf(error)?.[0];
        const file = frame?.getFileName();
        const line = frame?.getLineNumber();
        // The library takes an empty line for one that nobody knows, as that of evaluated code is here.
        if (file === undefined || typeof line !== 'number') return { sourceLine: '', scriptResourceName: undefined, lineNumber: undefined, startColumn: 0 };
        return { sourceLine: sourceLine(rt, file, line) ?? '', scriptResourceName: file, lineNumber: line, startColumn: (frame!.getColumnNumber() ?? 1) - 1 };
      },
    });
  },
};
