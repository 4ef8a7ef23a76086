/** WebAssembly's asynchronous functions hold the loop: their promises are settled by the browser, which the loop cannot see. The streaming ones take Node's responses, which are none of the browser's. */
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
    const whole = tracked;
    const streaming = { [`${name}Streaming`](source: unknown, ...rest: unknown[]) {
      return then.call(bytesOf(rt, source), (bytes: unknown) => whole(bytes, ...rest));
    } }[`${name}Streaming`]!;
    Object.defineProperty(streaming, 'length', { value: 1 });
    Object.defineProperty(scope, streaming.name, { value: streaming, writable: true, configurable: true, enumerable: true });
  }
}

/** The bytes of a response, or of the promise of one, that the library has judged (`internal/wasm_web_api`). */
function bytesOf(rt: CoreRuntime, source: unknown): Promise<Uint8Array> {
  return new rt.native.Promise((resolve, reject) => {
    const parts: Uint8Array[] = [];
    rt.requireBuiltin('internal/wasm_web_api').wasmStreamingCallback({
      setURL() {},
      push(chunk: unknown) {
        if (!(chunk instanceof ArrayBuffer) && !ArrayBuffer.isView(chunk)) throw Object.assign(new TypeError('chunk must be an ArrayBufferView or an ArrayBuffer'), { code: 'ERR_INVALID_ARG_TYPE' });
        parts.push(chunk instanceof ArrayBuffer ? new Uint8Array(chunk) : new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength));
      },
      finish: () => resolve(rt.requireBuiltin('buffer').Buffer.concat(parts)),
      abort: reject,
    }, source);
  });
}
