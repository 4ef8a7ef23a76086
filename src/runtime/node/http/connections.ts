/** `ConnectionsList`: the parsers of one HTTP server, so that it can find idle and slow ones. */

/** What the list needs to know of a parser. Times are milliseconds; 0 when no message is under way. */
export interface TrackedParser { readonly lastMessageStart: number; readonly headersCompleted: boolean }

export class ConnectionSet<T extends TrackedParser> {
  readonly all = new Set<T>();
  readonly active = new Set<T>();

  add(parser: T): void {
    this.all.add(parser);
    this.active.add(parser);
  }

  remove(parser: T): void {
    this.all.delete(parser);
    this.active.delete(parser);
  }

  idle(): T[] {
    return [...this.all].filter((parser) => parser.lastMessageStart === 0);
  }

  /** Takes the active parsers out whose headers or whole request are overdue. Timeouts in milliseconds, 0 for none. */
  expire(headersTimeout: number, requestTimeout: number, now: number): T[] {
    if (headersTimeout === 0 && requestTimeout === 0) return [];
    // The headers are part of the request: the shorter limit counts for them.
    if (requestTimeout > 0 && headersTimeout > requestTimeout) [headersTimeout, requestTimeout] = [requestTimeout, headersTimeout];
    const headersDeadline = headersTimeout > 0 && now > headersTimeout ? now - headersTimeout : 0;
    const requestDeadline = requestTimeout > 0 && now > requestTimeout ? now - requestTimeout : 0;
    const late = [...this.active].filter((parser) => (
      (!parser.headersCompleted && headersDeadline > 0 && parser.lastMessageStart < headersDeadline)
      || (requestDeadline > 0 && parser.lastMessageStart < requestDeadline)
    ));
    for (const parser of late) this.active.delete(parser);
    return late;
  }
}
