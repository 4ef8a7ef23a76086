/** Shapes in which Node's library and its HTTP/2 binding pass headers and names. */
import type { Internal } from '../runtime.ts';
import type { Field } from './hpack.ts';

/** Options of a request and an answer. */
export const EMPTY_PAYLOAD = 1, GET_TRAILERS = 2;

/** `name\0value\0flags` one behind the other, as `buildNgHeaderString` makes them; flag 1 forbids indexing. */
export function parseHeaders([text, count]: [text: string, count: number]): Field[] {
  const fields: Field[] = [];
  for (let at = 0, n = 0; n < count; n++) {
    const nameEnd = text.indexOf('\0', at), valueEnd = text.indexOf('\0', nameEnd + 1);
    fields.push({ name: text.slice(at, nameEnd).toLowerCase(), value: text.slice(nameEnd + 1, valueEnd), sensitive: text.charCodeAt(valueEnd + 1) === 1 });
    at = valueEnd + 2;
  }
  return fields;
}

/** Names of the protocol's error codes, by code. */
export function errorNames(constants: Internal): string[] {
  const names: string[] = [];
  for (const name of ['NO_ERROR', 'PROTOCOL_ERROR', 'INTERNAL_ERROR', 'FLOW_CONTROL_ERROR', 'SETTINGS_TIMEOUT', 'STREAM_CLOSED', 'FRAME_SIZE_ERROR', 'REFUSED_STREAM', 'CANCEL', 'COMPRESSION_ERROR', 'CONNECT_ERROR', 'ENHANCE_YOUR_CALM', 'INADEQUATE_SECURITY', 'HTTP_1_1_REQUIRED']) {
    names[constants[`NGHTTP2_${name}`]] = `NGHTTP2_${name}`;
  }
  return names;
}
