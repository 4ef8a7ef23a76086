/** The agent with its models; loaded when a first run starts. */
import { AppError } from './shared/errors.ts';
import type { AgentModule } from './ui/agent/agent-session.ts';

const missing = (): never => { throw new AppError('agent_missing', 'This build has no agent.'); };
export const runAgent: AgentModule['runAgent'] = missing;
export const openAiCompatible: AgentModule['openAiCompatible'] = missing;
export const recording: AgentModule['recording'] = missing;
export const recordedTask: string = '';
