/** Background commands: start one, look at one, stop one, list them. */
import { listBackground, lookAtBackground, startBackground, stopBackground } from '../command/background.ts';
import type { Operation } from '../operation.ts';

export const backgroundStart: Operation<'background_start'> = (params, { workspace }) => startBackground(workspace, params);

export const backgroundLook: Operation<'background_look'> = (params, { signal }) => lookAtBackground(params, signal);

export const backgroundStop: Operation<'background_stop'> = ({ handle }) => stopBackground(handle);

export const backgroundList: Operation<'background_list'> = async () => ({ commands: listBackground() });
