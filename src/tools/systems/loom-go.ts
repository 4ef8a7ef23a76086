/** Loom (Go), S1: twenty-one actions. */
import * as z from 'zod';
import { toLoomGo } from '../views/loom-go.ts';
import { only, systemRegistry } from './system.ts';
import type { System } from './system.ts';
import type { ToolRegistry } from '../registry.ts';

const runCommandInput = z.strictObject({
  command: z.string().min(1).describe('Shell command to execute'),
  working_dir: z.string().min(1).optional().describe('Working directory for command'),
});

export function loomGo(all: ToolRegistry): System {
  return {
    name: 'loom-go',
    label: 'Loom (Go)',
    hint: 'Actions such as edit_code and run_tests, with {action_type, status, message, metadata} as result.',
    registry: systemRegistry(all, [
      { name: 'read_file', tool: 'read_file', as: only(['path']) },
      { name: 'write_file', tool: 'write_file', as: only(['path', 'content']) },
      'read_code', 'edit_code',
      { name: 'apply_patch', tool: 'apply_patch', as: only(['patch']) },
      { name: 'read_tree', tool: 'read_tree', as: only(['path', 'max_depth', 'limit']) },
      'search_text',
      {
        name: 'run_command', tool: 'run_command',
        as: { input: runCommandInput, examples: [{ command: 'npm install', working_dir: 'frontend' }], map: ({ working_dir: cwd, ...rest }) => ({ ...rest, ...(cwd === undefined ? {} : { cwd }) }) },
      },
      { name: 'run_tests', tool: 'run_tests', as: only(['test_pattern', 'framework', 'timeout_seconds']) },
      { name: 'run_linter', tool: 'run_linter', as: only(['files', 'framework', 'timeout_seconds']) },
      { name: 'build_project', tool: 'build_project', as: only(['build_target', 'build_command', 'framework', 'timeout_seconds']) },
      'git_status', 'git_diff', 'create_bead', 'close_bead', 'escalate_ceo', 'approve_bead', 'reject_bead', 'ask_followup', 'send_agent_message', 'delegate_task',
    ]),
    envelope: 'actions',
    render: (result) => JSON.stringify(toLoomGo(result)),
  };
}
