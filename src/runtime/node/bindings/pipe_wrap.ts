import type { Binding } from '../runtime.ts';
import { pipeClasses } from '../streams/pipe.ts';

export const pipe_wrap: Binding = {
  name: 'pipe_wrap',
  create(rt, shape) {
    return Object.assign(shape, { Pipe: pipeClasses(rt).Pipe, PipeConnectWrap: class PipeConnectWrap {} });
  },
};
