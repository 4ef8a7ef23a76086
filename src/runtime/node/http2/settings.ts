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

  copy(): Settings {
    const copy = new Settings();
    for (const [id, value] of this.values) copy.set(id, value);
    return copy;
  }

  has(id: number): boolean {
    return this.values.has(id);
  }
}

/** The error code and reason for a value of the peer's that is not allowed (RFC 9113, 6.5.2). */
export function faultOf([id, value]: Entry, isServer: boolean): [code: number, reason: string] | null {
  if (id === SETTING.ENABLE_PUSH && value > 1) return [1, 'SETTINGS: invalid SETTINGS_ENBLE_PUSH'];
  if (id === SETTING.ENABLE_PUSH && !isServer && value === 1) return [1, 'SETTINGS: server attempted to enable push'];
  if (id === SETTING.ENABLE_CONNECT_PROTOCOL && value > 1) return [1, 'SETTINGS: invalid SETTINGS_ENABLE_CONNECT_PROTOCOL'];
  if (id === SETTING.INITIAL_WINDOW_SIZE && value > 0x7fffffff) return [3, 'SETTINGS: too large SETTINGS_INITIAL_WINDOW_SIZE'];
  return id === SETTING.MAX_FRAME_SIZE && (value < 16384 || value > 0xffffff) ? [1, 'SETTINGS: invalid SETTINGS_MAX_FRAME_SIZE'] : null;
}
