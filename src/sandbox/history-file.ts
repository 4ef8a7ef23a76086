/** Where the terminals' shells keep what was typed. */
import { HOST_FOLDER } from '../host/folder.ts';

/** Below the project, one command per line: the one file of the helpers' folder that lasts with the project. */
export const HISTORY_FILE = `${HOST_FOLDER}/history`;
