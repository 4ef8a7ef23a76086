/** Messages between threads as bytes: V8's value format, followed by the host objects of the parcel. */
import type { NodeRuntime } from '../runtime.ts';
import { ValueReader } from '../serdes/value-reader.ts';
import { ValueWriter } from '../serdes/value-writer.ts';
import { type Parcel, type Host } from './clone.ts';
import { CLONE_HANDLE, makeHandle } from './handles.ts';

const PORT = 0, LIBRARY = 1, HANDLE = 2;

export interface Encoded {
  bytes: Uint8Array;
  /** States of the ports in it, by index. */
  ports: unknown[];
  /** What bytes cannot carry, by index: shared memory and compiled WebAssembly. */
  natives: unknown[];
}

export function encodeParcel(rt: NodeRuntime, parcel: Parcel): Encoded {
  const ports: unknown[] = [];
  const natives: unknown[] = [];
  const refer = (value: unknown): number => {
    const known = natives.indexOf(value);
    return known === -1 ? natives.push(value) - 1 : known;
  };
  const { WebAssembly } = rt.native;
  const writer: ValueWriter = new ValueWriter({
    types: rt.requireBuiltin('internal/util/types'),
    isHostObject: (object) => object instanceof WebAssembly.Module || object instanceof WebAssembly.Memory,
    writeHostObject: (object) => writer.sink.varint(refer(object)),
    sharedArrayBufferId: refer,
    refuse: (message) => {
      throw new Error(message);
    },
  });
  const parcelOf = ({ value, hosts }: Parcel): void => {
    writer.value(value);
    writer.sink.varint(hosts.length);
    for (const host of hosts) hostOf(host);
  };
  const hostOf = (host: Host): void => {
    if ('port' in host) {
      writer.sink.varint(PORT);
      writer.sink.varint(ports.push(host.port) - 1);
    } else if ('handle' in host) {
      const { kind, data } = host.handle[CLONE_HANDLE]();
      writer.sink.varint(HANDLE);
      writer.value(kind);
      writer.value(data);
    } else {
      writer.sink.varint(LIBRARY);
      writer.value(host.info);
      parcelOf(host.data);
    }
  };
  writer.header();
  parcelOf(parcel);
  return { bytes: writer.sink.take(), ports, natives };
}

/** @param ports states of the ports that came with it */
export function decodeParcel(rt: NodeRuntime, bytes: Uint8Array, ports: readonly unknown[], natives: readonly unknown[]): Parcel {
  const reader: ValueReader = new ValueReader(bytes, { readHostObject: () => natives[reader.varint()] as object });
  natives.forEach((value, id) => {
    if (value instanceof SharedArrayBuffer) reader.transfer(id, value);
  });
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
  reader.header();
  return parcelOf();
}
