/** Server-sent events from a stream of bytes: the data of each event, whatever pieces it arrives in. */
export async function* sseData(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as unknown as ReadableWritablePair<string, Uint8Array>).getReader();
  let buffered = '';
  let data: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      buffered += value;
      // A lone CR at the end may be half of a CRLF; it is judged when the next piece is here.
      const usable = buffered.endsWith('\r') ? buffered.slice(0, -1) : buffered;
      const lines = usable.split(/\r\n|\r|\n/);
      buffered = lines.pop()! + buffered.slice(usable.length);
      for (const line of lines) {
        if (line === '') {
          if (data.length > 0) yield data.join('\n');
          data = [];
        } else if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5));
      }
    }
  } finally {
    // Leaving early, by an error or a stop, has to end the download too.
    await reader.cancel().catch(() => undefined);
  }
}
