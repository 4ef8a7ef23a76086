import type { Binding, Internal } from '../runtime.ts';

/** The codec of `serialization: 'advanced'` channels between a parent and its forked child: a length in front (four bytes, big-endian), then `v8.serialize`'s format. */
export const ipc_serdes: Binding = {
  name: 'ipc_serdes',
  create(rt, shape) {
    return Object.assign(shape, {
      serialize(message: unknown): Internal {
        const { DefaultSerializer } = rt.requireBuiltin('v8');
        const { Buffer } = rt.requireBuiltin('buffer');
        const serializer: Internal = new DefaultSerializer();
        serializer.writeRawBytes(Buffer.alloc(4));
        serializer.writeHeader();
        serializer.writeValue(message);
        const buffer: Internal = serializer.releaseBuffer();
        buffer.writeUInt32BE(buffer.length - 4, 0);
        return buffer;
      },
      deserialize(buffer: unknown): unknown {
        const { DefaultDeserializer } = rt.requireBuiltin('v8');
        const deserializer: Internal = new DefaultDeserializer(buffer);
        deserializer.readHeader();
        return deserializer.readValue();
      },
    });
  },
};
