import type { Binding } from '../runtime.ts';
import { expose } from '../streams/expose.ts';
import { streamPipeClass } from '../streams/stream-pipe.ts';

export const stream_pipe: Binding = {
  name: 'stream_pipe',
  create: (rt, shape) => expose(shape, { StreamPipe: streamPipeClass(rt) }),
};
