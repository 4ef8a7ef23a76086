/** WebAssembly's asynchronous functions hold the loop: their promises are settled by the browser, which the loop cannot see. */
import type { CoreRuntime } from './core.ts';
import type { Internal } from './runtime.ts';

export function trackWebAssembly(rt: CoreRuntime): void {
  const scope = rt.native.WebAssembly as Internal;
  const NativePromise = rt.native.Promise;
  const { then } = NativePromise.prototype;
  for (const name of ['compile', 'instantiate'] as const) {
    const original = scope[name] as Function;
    const tracked = { [name](...args: unknown[]) {
      rt.loop.ref();
      return new NativePromise((resolve, reject) => {
        const settle = (how: (value: unknown) => void) => (value: unknown) => {
          rt.loop.unref();
          rt.loop.complete(() => how(value));
        };
        then.call(original.apply(scope, args), settle(resolve), settle(reject));
      });
    } }[name]!;
    Object.defineProperty(tracked, 'length', { value: original.length });
    Object.defineProperty(scope, name, { value: tracked, writable: true, configurable: true, enumerable: true });
  }
}
