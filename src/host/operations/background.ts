/** Background commands: start one, look at one, stop one, list them. */
import { listBackground, lookAtBackground, startBackground, stopBackground } from '../command/background.ts';
import { requireFences } from '../fences.ts';
import type { Operation } from '../operation.ts';

export const backgroundStart: Operation<'background_start'> = async (params, { workspace }) => {
  await requireFences(workspace, undefined);
  return startBackground(workspace, params);
};

export const backgroundLook: Operation<'background_look'> = (params, { signal }) => lookAtBackground(params, signal);

export const backgroundStop: Operation<'background_stop'> = ({ handle }) => stopBackground(handle);

export const backgroundList: Operation<'background_list'> = async () => ({ commands: listBackground() });
