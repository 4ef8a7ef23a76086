/** Writes values as V8's `ValueSerializer` does. */
import type { Internal } from '../runtime.ts';
import { ByteSink } from './byte-sink.ts';
import { ERROR_CLASSES, ERROR_TAG, REGEXP_FLAGS, TAG, VIEW_FLAG, VIEW_TAGS, WIRE_VERSION } from './wire.ts';

/** What the owner decides. */
export interface WriterDelegate {
  /** Node's `internal/util/types`. */
  types: { [name: string]: (value: unknown) => boolean };
  writeHostObject(object: object): void;
  /** Throws the owner's DataCloneError. */
  refuse(message: string): never;
  sharedArrayBufferId(buffer: SharedArrayBuffer): number;
}

const TWO_BYTE = /[^\0-\xff]/;

const dataProperty = (object: object, key: string): PropertyDescriptor | undefined => {
  const descriptor = Object.getOwnPropertyDescriptor(object, key);
  return descriptor && 'value' in descriptor ? descriptor : undefined;
};

/** The type name V8 shows in "#<Name> could not be cloned.". */
function describe(value: unknown): string {
  if (typeof value === 'symbol') return value.toString();
  if (typeof value === 'function') return Function.prototype.toString.call(value);
  const { constructor } = value as { constructor?: { name?: unknown } };
  return `#<${typeof constructor === 'function' && typeof constructor.name === 'string' && constructor.name ? constructor.name : 'Object'}>`;
}

/** Kinds that look like plain objects and are none. */
const UNCLONABLE = ['isPromise', 'isWeakMap', 'isWeakSet', 'isGeneratorObject', 'isMapIterator', 'isSetIterator', 'isModuleNamespaceObject', 'isProxy', 'isExternal', 'isSymbolObject'];

function varintLength(value: number): number {
  let n = 1;
  for (; value > 127; value = Math.floor(value / 128)) n++;
  return n;
}

export class ValueWriter {
  readonly sink = new ByteSink();
  viewsAreHostObjects = false;
  private readonly delegate: WriterDelegate;
  private readonly ids = new Map<object, number>();
  private readonly transferred = new Map<object, number>();

  constructor(delegate: WriterDelegate) {
    this.delegate = delegate;
  }

  header(): void {
    this.sink.byte(TAG.VERSION);
    this.sink.varint(WIRE_VERSION);
  }

  transfer(id: number, buffer: object): void {
    this.transferred.set(buffer, id);
  }

  value(value: unknown): void {
    const { sink } = this;
    switch (typeof value) {
      case 'undefined': return sink.byte(TAG.UNDEFINED);
      case 'boolean': return sink.byte(value ? TAG.TRUE : TAG.FALSE);
      case 'number': return this.number(value);
      case 'bigint':
        sink.byte(TAG.BIGINT);
        return this.bigint(value);
      case 'string': return this.string(value);
      case 'object': return value === null ? sink.byte(TAG.NULL) : this.object(value);
      default: this.refuse(value);
    }
  }

  private refuse(value: unknown): never {
    this.delegate.refuse(`${describe(value)} could not be cloned.`);
  }

  private number(value: number): void {
    if ((value | 0) === value && !Object.is(value, -0)) {
      this.sink.byte(TAG.INT32);
      this.sink.zigzag(value);
    } else {
      this.sink.byte(TAG.DOUBLE);
      this.sink.double(value);
    }
  }

  private bigint(value: bigint): void {
    let rest = value < 0n ? -value : value;
    const digits: bigint[] = [];
    for (; rest > 0n; rest >>= 64n) digits.push(rest & 0xffffffffffffffffn);
    this.sink.varint(((digits.length * 8) << 1) | (value < 0n ? 1 : 0));
    this.sink.raw(new Uint8Array(BigUint64Array.from(digits).buffer));
  }

  private string(text: string): void {
    const { sink } = this;
    if (!TWO_BYTE.test(text)) {
      sink.byte(TAG.ONE_BYTE_STRING);
      sink.varint(text.length);
      sink.latin1(text);
      return;
    }
    const bytes = text.length * 2;
    // Readers map two-byte text in place, so it has to begin at an even offset.
    if ((sink.length + 1 + varintLength(bytes)) & 1) sink.byte(TAG.PADDING);
    sink.byte(TAG.TWO_BYTE_STRING);
    sink.varint(bytes);
    sink.utf16(text);
  }

  private object(object: object): void {
    // A view's buffer comes first, and gets its number before the view does.
    if (ArrayBuffer.isView(object) && !this.viewsAreHostObjects && !this.ids.has(object)) this.receiver(object.buffer);
    this.receiver(object);
  }

  private receiver(object: object): void {
    const { sink } = this;
    const known = this.ids.get(object);
    if (known !== undefined) {
      sink.byte(TAG.REFERENCE);
      sink.varint(known);
      return;
    }
    this.ids.set(object, this.ids.size);
    const { types } = this.delegate;
    if (typeof object === 'function' || UNCLONABLE.some((kind) => types[kind]!(object))) this.refuse(object);
    if (Array.isArray(object)) this.array(object);
    else if (ArrayBuffer.isView(object)) this.viewsAreHostObjects ? this.host(object) : this.view(object);
    else if (types.isAnyArrayBuffer!(object)) this.buffer(object as ArrayBuffer);
    else if (types.isDate!(object)) {
      sink.byte(TAG.DATE);
      sink.double(Date.prototype.getTime.call(object));
    } else if (types.isMap!(object)) this.map(object as Map<unknown, unknown>);
    else if (types.isSet!(object)) this.set(object as Set<unknown>);
    else if (types.isRegExp!(object)) this.regexp(object as RegExp);
    else if (types.isBoxedPrimitive!(object)) this.boxed(object);
    else if (types.isNativeError!(object)) this.error(object as Error);
    else {
      sink.byte(TAG.BEGIN_OBJECT);
      const count = this.properties(object, Object.keys(object));
      sink.byte(TAG.END_OBJECT);
      sink.varint(count);
    }
  }

  private host(object: object): void {
    this.sink.byte(TAG.HOST_OBJECT);
    this.delegate.writeHostObject(object);
  }

  /** Writes the keys that still exist when their turn comes (a getter may delete later ones); returns how many. */
  private properties(object: object, keys: string[]): number {
    let count = 0;
    for (const key of keys) {
      if (!Object.prototype.propertyIsEnumerable.call(object, key)) continue;
      const index = Number(key);
      if (String(index >>> 0) === key && index < 0xffffffff) this.number(index);
      else this.string(key);
      this.value((object as Record<string, unknown>)[key]);
      count++;
    }
    return count;
  }

  private array(array: unknown[]): void {
    const { sink } = this;
    const { length } = array;
    const keys = Object.keys(array);
    let dense = 0;
    while (dense < length && keys[dense] === String(dense)) dense++;
    const isDense = dense === length;
    sink.byte(isDense ? TAG.BEGIN_DENSE_ARRAY : TAG.BEGIN_SPARSE_ARRAY);
    sink.varint(length);
    if (isDense) {
      for (let i = 0; i < length; i++) {
        if (i in array) this.value(array[i]);
        else sink.byte(TAG.HOLE);
      }
    }
    const count = this.properties(array, isDense ? keys.slice(length) : keys);
    sink.byte(isDense ? TAG.END_DENSE_ARRAY : TAG.END_SPARSE_ARRAY);
    sink.varint(count);
    sink.varint(length);
  }

  private map(map: Map<unknown, unknown>): void {
    // Copied first: a getter on the way may change the map, and the count must match.
    const entries = [...Map.prototype.entries.call(map)];
    this.sink.byte(TAG.BEGIN_MAP);
    for (const [key, value] of entries) {
      this.value(key);
      this.value(value);
    }
    this.sink.byte(TAG.END_MAP);
    this.sink.varint(entries.length * 2);
  }

  private set(set: Set<unknown>): void {
    const members = [...Set.prototype.values.call(set)];
    this.sink.byte(TAG.BEGIN_SET);
    for (const member of members) this.value(member);
    this.sink.byte(TAG.END_SET);
    this.sink.varint(members.length);
  }

  private regexp(regexp: RegExp): void {
    this.sink.byte(TAG.REGEXP);
    this.string(regexp.source);
    this.sink.varint(REGEXP_FLAGS.reduce((bits, [flag, bit]) => (regexp.flags.includes(flag) ? bits | bit : bits), 0));
  }

  private boxed(object: object): void {
    const primitive: unknown = object.valueOf();
    const { sink } = this;
    switch (typeof primitive) {
      case 'boolean': return sink.byte(primitive ? TAG.TRUE_OBJECT : TAG.FALSE_OBJECT);
      case 'number':
        sink.byte(TAG.NUMBER_OBJECT);
        return sink.double(primitive);
      case 'bigint':
        sink.byte(TAG.BIGINT_OBJECT);
        return this.bigint(primitive);
      case 'string':
        sink.byte(TAG.STRING_OBJECT);
        return this.string(primitive);
      default: this.refuse(object);
    }
  }

  private error(error: Error): void {
    const { sink } = this;
    sink.byte(TAG.ERROR);
    const classTag = ERROR_CLASSES[String(error.name)];
    if (classTag !== undefined) sink.varint(classTag);
    const message = dataProperty(error, 'message');
    if (message) {
      sink.varint(ERROR_TAG.MESSAGE);
      this.string(String(message.value));
    }
    const stack: unknown = error.stack;
    if (typeof stack === 'string') {
      sink.varint(ERROR_TAG.STACK);
      this.string(stack);
    }
    const cause = dataProperty(error, 'cause');
    if (cause) {
      sink.varint(ERROR_TAG.CAUSE);
      this.value(cause.value);
    }
    sink.varint(ERROR_TAG.END);
  }

  private buffer(buffer: ArrayBuffer | SharedArrayBuffer): void {
    const { sink } = this;
    if (this.delegate.types.isSharedArrayBuffer!(buffer)) {
      const id = this.delegate.sharedArrayBufferId(buffer as SharedArrayBuffer);
      sink.byte(TAG.SHARED_ARRAY_BUFFER);
      sink.varint(id);
      return;
    }
    const plain = buffer as ArrayBuffer;
    const id = this.transferred.get(plain);
    if (id !== undefined) {
      sink.byte(TAG.ARRAY_BUFFER_TRANSFER);
      sink.varint(id);
      return;
    }
    if ((plain as { detached?: boolean }).detached) this.delegate.refuse('An ArrayBuffer is detached and could not be cloned.');
    const { resizable, maxByteLength } = plain as { resizable?: boolean; maxByteLength?: number };
    sink.byte(resizable ? TAG.RESIZABLE_ARRAY_BUFFER : TAG.ARRAY_BUFFER);
    sink.varint(plain.byteLength);
    if (resizable) sink.varint(maxByteLength!);
    sink.raw(new Uint8Array(plain));
  }

  private view(view: ArrayBufferView): void {
    const { sink } = this;
    const name = view instanceof DataView ? 'DataView' : (view as Internal)[Symbol.toStringTag] as string;
    const tag = VIEW_TAGS[name];
    if (tag === undefined) this.refuse(view);
    sink.byte(TAG.VIEW);
    sink.byte(tag);
    sink.varint(view.byteOffset);
    sink.varint(view.byteLength);
    sink.varint((view.buffer as { resizable?: boolean }).resizable ? VIEW_FLAG.RESIZABLE : 0);
  }
}
