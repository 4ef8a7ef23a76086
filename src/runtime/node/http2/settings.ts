/** Settings of one side of an HTTP/2 connection. */

export const SETTING = { HEADER_TABLE_SIZE: 1, ENABLE_PUSH: 2, MAX_CONCURRENT_STREAMS: 3, INITIAL_WINDOW_SIZE: 4, MAX_FRAME_SIZE: 5, MAX_HEADER_LIST_SIZE: 6, ENABLE_CONNECT_PROTOCOL: 8 } as const;

export type Entry = readonly [id: number, value: number];

export class Settings {
  private readonly values = new Map<number, number>([
    [SETTING.HEADER_TABLE_SIZE, 4096], [SETTING.ENABLE_PUSH, 1], [SETTING.MAX_CONCURRENT_STREAMS, 0xffffffff], [SETTING.INITIAL_WINDOW_SIZE, 65535],
    [SETTING.MAX_FRAME_SIZE, 16384], [SETTING.MAX_HEADER_LIST_SIZE, 0xffffffff], [SETTING.ENABLE_CONNECT_PROTOCOL, 0],
  ]);

  get(id: number): number {
    return this.values.get(id) ?? 0;
  }

  set(id: number, value: number): void {
    this.values.set(id, value);
  }

  has(id: number): boolean {
    return this.values.has(id);
  }
}

/** The error code for a value that is not allowed, 0 for none (RFC 9113, 6.5.2). */
export function faultOf([id, value]: Entry): number {
  if ((id === SETTING.ENABLE_PUSH || id === SETTING.ENABLE_CONNECT_PROTOCOL) && value > 1) return 1;
  if (id === SETTING.INITIAL_WINDOW_SIZE && value > 0x7fffffff) return 3;
  return id === SETTING.MAX_FRAME_SIZE && (value < 16384 || value > 0xffffff) ? 1 : 0;
}
