/** Parcels as bytes: their values, followed by their host objects. */
import type { NodeRuntime } from '../runtime.ts';
import { type Host, type Parcel } from './clone.ts';
import { cloneHandle, makeHandle } from './handles.ts';
import { MessageReader } from './message-reader.ts';
import { MessageWriter } from './message-writer.ts';

const PORT = 0, LIBRARY = 1, HANDLE = 2;

export interface Encoded {
  parts: Uint8Array[];
  /** States of the ports in it, by index. */
  ports: unknown[];
  /** What bytes cannot carry, by index: shared memory and compiled WebAssembly. */
  natives: unknown[];
}

export function encodeParcel(rt: NodeRuntime, parcel: Parcel): Encoded {
  const ports: unknown[] = [];
  const { WebAssembly, SharedArrayBuffer } = rt.native;
  const writer = new MessageWriter((value) => value instanceof SharedArrayBuffer || value instanceof WebAssembly.Module || value instanceof WebAssembly.Memory);
  const parcelOf = ({ value, hosts }: Parcel): void => {
    writer.value(value);
    writer.varint(hosts.length);
    for (const host of hosts) hostOf(host);
  };
  const hostOf = (host: Host): void => {
    if ('port' in host) {
      writer.varint(PORT);
      writer.varint(ports.push(host.port) - 1);
    } else if ('handle' in host) {
      const { kind, data } = cloneHandle(host.handle);
      writer.varint(HANDLE);
      writer.value(kind);
      writer.value(data);
    } else {
      writer.varint(LIBRARY);
      writer.value(host.info);
      parcelOf(host.data);
    }
  };
  parcelOf(parcel);
  return { parts: writer.finish(), ports, natives: writer.natives };
}

/** @param ports states of the ports that came with it */
export function decodeParcel(rt: NodeRuntime, bytes: Uint8Array, ports: readonly unknown[], natives: readonly unknown[]): Parcel {
  const reader = new MessageReader(bytes, natives);
  const parcelOf = (): Parcel => {
    const value = reader.value();
    const hosts: Host[] = [];
    for (let left = reader.varint(); left > 0; left--) hosts.push(hostOf());
    return { value, hosts };
  };
  const hostOf = (): Host => {
    const kind = reader.varint();
    if (kind === PORT) return { port: ports[reader.varint()] };
    if (kind === HANDLE) return { handle: makeHandle(rt, reader.value() as string, reader.value()) as never };
    const info = reader.value() as string;
    return { info, data: parcelOf() };
  };
  return parcelOf();
}
