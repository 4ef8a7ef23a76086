const b = Buffer.alloc(16);
const t = (f) => { try { console.log(f()); } catch (e) { console.log(e.name, e.code, e.message); } };
for (const [w, r, v] of [['writeUInt8', 'readUInt8', 255], ['writeInt8', 'readInt8', -128], ['writeUInt16BE', 'readUInt16LE', 0x1234], ['writeInt16LE', 'readInt16BE', -2], ['writeUInt32BE', 'readUInt32LE', 0xdeadbeef], ['writeInt32LE', 'readInt32BE', -5], ['writeFloatBE', 'readFloatLE', 1.5], ['writeDoubleLE', 'readDoubleBE', Math.PI], ['writeBigUInt64BE', 'readBigUInt64LE', 2n ** 64n - 2n], ['writeBigInt64LE', 'readBigInt64BE', -3n]]) { console.log(w, b[w](v, 3), b.toString('hex'), b[r](3)); b.fill(0); }
for (const n of [1, 2, 3, 4, 5, 6]) { console.log(b.writeUIntBE(2 ** (8 * n) - 2, 1, n), b.writeIntLE(-(2 ** (8 * n - 1)), 8, n), b.readUIntLE(1, n), b.readIntBE(8, n), b.readIntLE(8, n)); }
t(() => b.readUInt32LE(13));
t(() => b.writeUInt8(256));
t(() => b.writeInt16LE(40000, 0));
t(() => b.readUIntBE(0, 7));
t(() => b.readInt8('0'));
t(() => b.writeBigInt64LE(2n ** 63n));
t(() => b.readUInt8(1.5));
t(() => b.writeUIntLE(-1, 0, 6));
