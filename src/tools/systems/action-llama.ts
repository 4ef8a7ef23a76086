/** Action Llama, S3: seven tools for files and commands, and those of the scheduler. */
import { toActionLlama } from '../views/action-llama.ts';
import { only, systemRegistry } from './system.ts';
import type { System } from './system.ts';
import type { ToolRegistry } from '../registry.ts';

export function actionLlama(all: ToolRegistry): System {
  return {
    name: 'action-llama',
    registry: systemRegistry(all, [
      'bash', 'read', 'write', 'edit', 'grep', 'find',
      { name: 'ls', tool: 'ls', as: only(['path', 'limit'], { path: 'src' }) },
      'acquire_lock', 'release_lock', { name: 'call_agent', tool: 'call_agent', as: only(['target_agent', 'context'], { target_agent: 'reviewer', context: 'Review the changes in src/app.ts' }) }, 'check_call', 'set_status', 'return_value', 'wait_for_trigger',
    ]),
    envelope: 'actions',
    render: (result) => toActionLlama(result).content.map((part) => part.text).join('\n'),
  };
}
