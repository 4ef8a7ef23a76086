import type { Binding, Internal } from '../runtime.ts';
import { ValueReader } from '../serdes/value-reader.ts';
import { ValueWriter } from '../serdes/value-writer.ts';
import { expose } from '../streams/expose.ts';

const asBytes = (source: ArrayBufferView | ArrayBuffer): Uint8Array => (
  ArrayBuffer.isView(source) ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength) : new Uint8Array(source)
);

export const serdes: Binding = {
  name: 'serdes',
  create(rt, shape) {
    const isBytes = (value: unknown): value is ArrayBufferView | ArrayBuffer => ArrayBuffer.isView(value) || rt.requireBuiltin('internal/util/types').isAnyArrayBuffer(value);

    class Serializer {
      readonly #writer: ValueWriter;
      constructor() {
        const self: Internal = this;
        this.#writer = new ValueWriter({
          types: rt.requireBuiltin('internal/util/types'),
          writeHostObject: (object) => {
            if (typeof self._writeHostObject !== 'function') throw (self._getDataCloneError ?? Error)(`${Object.prototype.toString.call(object)} could not be cloned.`);
            self._writeHostObject(object);
          },
          refuse: (message) => {
            throw (self._getDataCloneError ?? Error)(message);
          },
          sharedArrayBufferId: (buffer) => {
            if (typeof self._getSharedArrayBufferId !== 'function') throw (self._getDataCloneError ?? Error)('#<SharedArrayBuffer> could not be cloned.');
            return self._getSharedArrayBufferId(buffer) >>> 0;
          },
        });
      }
      writeHeader(): void {
        this.#writer.header();
      }
      writeValue(value: unknown): boolean {
        this.#writer.value(value);
        return true;
      }
      releaseBuffer(): Internal {
        const bytes = this.#writer.sink.take();
        const { FastBuffer } = rt.requireBuiltin('internal/buffer');
        return new FastBuffer(bytes.buffer, 0, bytes.length);
      }
      transferArrayBuffer(id: number, buffer: object): void {
        this.#writer.transfer(id >>> 0, buffer);
      }
      writeUint32(value: number): void {
        this.#writer.sink.varint(value >>> 0);
      }
      writeUint64(high: number, low: number): void {
        this.#writer.sink.varbigint(BigInt(high >>> 0) << 32n | BigInt(low >>> 0));
      }
      writeDouble(value: number): void {
        this.#writer.sink.double(Number(value));
      }
      writeRawBytes(source: unknown): void {
        if (!isBytes(source)) throw Object.assign(new TypeError('source must be a TypedArray or a DataView'), { code: 'ERR_INVALID_ARG_TYPE' });
        this.#writer.sink.raw(asBytes(source));
      }
      _setTreatArrayBufferViewsAsHostObjects(on: boolean): void {
        this.#writer.viewsAreHostObjects = on;
      }
    }

    class Deserializer {
      readonly #reader: ValueReader;
      declare buffer: ArrayBufferView;
      constructor(buffer: unknown) {
        if (!isBytes(buffer)) throw Object.assign(new TypeError('buffer must be a TypedArray or a DataView'), { code: 'ERR_INVALID_ARG_TYPE' });
        const self: Internal = this;
        self.buffer = buffer;
        this.#reader = new ValueReader(asBytes(buffer), {
          readHostObject: () => {
            if (typeof self._readHostObject !== 'function') throw new Error('Unable to deserialize cloned data.');
            const value: unknown = self._readHostObject();
            if (value === null || typeof value !== 'object') throw new TypeError('readHostObject must return an object');
            return value;
          },
        });
      }
      readHeader(): boolean {
        this.#reader.header();
        return true;
      }
      readValue(): unknown {
        return this.#reader.value();
      }
      getWireFormatVersion(): number {
        return this.#reader.version;
      }
      transferArrayBuffer(id: number, buffer: ArrayBuffer | SharedArrayBuffer): void {
        this.#reader.transfer(id >>> 0, buffer);
      }
      readUint32(): number {
        return this.#read('ReadUint32', () => this.#reader.varint() >>> 0);
      }
      readUint64(): [number, number] {
        const value = this.#read('ReadUint64', () => this.#reader.varbigint());
        return [Number(value >> 32n), Number(value & 0xffffffffn)];
      }
      readDouble(): number {
        return this.#read('ReadDouble', () => this.#reader.double());
      }
      /** Position of the bytes in `buffer`. */
      _readRawBytes(length: number): number {
        return this.#read('ReadRawBytes', () => this.#reader.raw(length));
      }
      #read<T>(name: string, read: () => T): T {
        try {
          return read();
        } catch {
          throw new Error(`${name}() failed`);
        }
      }
    }
    return expose(shape, { Serializer, Deserializer });
  },
};
