/** The agent with its models; loaded when a first run starts. */
import { recordingProvider } from '../agent/providers/recording.ts';
import firstRun from './recordings/first-run.json';
import { parseRecording } from './recording.ts';

export { openAiCompatible } from '../agent/providers/openai-compatible.ts';
export { runAgent } from '../agent/run.ts';

/** Slow enough to follow, fast enough not to bore. */
const WORD_MS = 30;

const recorded = parseRecording(firstRun);
export const recordedTask = recorded.task;
export const recording = () => recordingProvider(recorded, { wordMs: WORD_MS });
