/** Server-sent events from a stream of bytes, whatever pieces it arrives in, as the HTML standard reads them (9.2.6). */

export interface StreamEvent {
  /** `message` where the stream gives no name. */
  type: string;
  data: string;
}

/** What is kept from one connection to the next. */
export interface StreamState {
  lastEventId: string;
  /** Milliseconds after which the stream wants to be asked again. */
  retry?: number;
}

/** @param limit characters of one event; of a longer one only so many come, and a bit more */
export async function* eventStream(body: ReadableStream<Uint8Array>, state: StreamState = { lastEventId: '' }, limit = Infinity): AsyncGenerator<StreamEvent> {
  // It also takes a byte order mark away.
  const reader = body.pipeThrough(new TextDecoderStream() as unknown as ReadableWritablePair<string, Uint8Array>).getReader();
  let line = '';
  let afterReturn = false;
  let [type, id] = ['', state.lastEventId];
  let data: string[] = [];
  let size = 0;

  const field = (name: string, value: string): void => {
    if (name === 'event') type = value;
    else if (name === 'data' && size <= limit) {
      data.push(value);
      size += value.length + 1;
    } else if (name === 'id' && !value.includes('\0')) id = value;
    else if (name === 'retry' && /^[0-9]+$/.test(value)) state.retry = Number(value);
  };

  /** @returns an event when the line ends one */
  const take = (text: string): StreamEvent | undefined => {
    if (text !== '') {
      const colon = text.indexOf(':');
      if (colon < 0) field(text, '');
      else if (colon > 0) field(text.slice(0, colon), text.slice(text[colon + 1] === ' ' ? colon + 2 : colon + 1));
      return undefined;
    }
    state.lastEventId = id;
    const event = data.length === 0 ? undefined : { type: type || 'message', data: data.join('\n') };
    [type, data, size] = ['', [], 0];
    return event;
  };

  try {
    for (;;) {
      const { done, value } = await reader.read();
      // What no empty line has ended is no event.
      if (done) return;
      // The second half of a CRLF, whose first half ended a line already.
      const piece = afterReturn && value.startsWith('\n') ? value.slice(1) : value;
      if (value !== '') afterReturn = value.endsWith('\r');
      const parts = piece.split(/\r\n|\r|\n/);
      const last = parts.pop()!;
      for (const part of parts) {
        const event = take(line + part);
        line = '';
        if (event) yield event;
      }
      if (line.length <= limit) line += last;
    }
  } finally {
    // Leaving early, by an error or a stop, has to end the download too.
    await reader.cancel().catch(() => undefined);
  }
}
