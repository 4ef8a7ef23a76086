/** Background commands: start one, look at one, list them. */
import { listBackground, lookAtBackground, startBackground } from '../command/background.ts';
import type { Operation } from '../operation.ts';

export const backgroundStart: Operation<'background_start'> = (params, { workspace }) => startBackground(workspace, params);

export const backgroundLook: Operation<'background_look'> = (params, { signal }) => lookAtBackground(params, signal);

export const backgroundList: Operation<'background_list'> = async () => ({ commands: listBackground() });
