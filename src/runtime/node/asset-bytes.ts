import type { NodeRuntime } from './runtime.ts';

/** The bytes of a lazily loaded part, fetched synchronously: a `require` cannot wait. @throws Error `ERR_TABLOOM_ASSET` */
export function assetBytes(rt: NodeRuntime, name: string): Uint8Array<ArrayBuffer> {
  const request = new rt.native.XMLHttpRequest();
  request.open('GET', rt.asset(name), false);
  request.responseType = 'arraybuffer';
  request.send();
  return new Uint8Array(request.response as ArrayBuffer);
}
