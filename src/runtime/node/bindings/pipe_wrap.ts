import type { Binding } from '../runtime.ts';
import { pipeClasses } from '../streams/pipe.ts';
import { expose } from '../streams/expose.ts';

export const pipe_wrap: Binding = {
  name: 'pipe_wrap',
  create(rt, shape) {
    return expose(shape, { Pipe: pipeClasses(rt).Pipe, PipeConnectWrap: class PipeConnectWrap {} });
  },
};
