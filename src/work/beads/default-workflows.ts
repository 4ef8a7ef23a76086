/** The workflows that a bead can be put on: by a tag `workflow:<id>` when it is created, or on the board. */
import type { Workflow, WorkflowEdge } from './workflow.ts';

const edge = (from: string, condition: WorkflowEdge['condition'], to: string, priority = 0): WorkflowEdge => ({ from, to, condition, priority });

export const defaultWorkflows: readonly Workflow[] = [
  {
    id: 'review',
    name: 'Review',
    nodes: [
      { key: 'implement', type: 'task', instructions: 'Do the work and test it.' },
      { key: 'review', type: 'approval', instructions: 'Read the change: approve it, or reject it with a reason.', role_required: 'code-reviewer' },
    ],
    edges: [
      edge('', 'success', 'implement'),
      edge('implement', 'success', 'review'), edge('implement', 'failure', 'implement'),
      edge('review', 'approved', ''), edge('review', 'rejected', 'implement'),
    ],
  },
  {
    id: 'release',
    name: 'Verified release',
    nodes: [
      { key: 'implement', type: 'task', instructions: 'Do the work.', max_attempts: 3 },
      { key: 'verify', type: 'verify', instructions: 'Run the tests.', role_required: 'qa-engineer', timeout_minutes: 24 * 60 },
      { key: 'approve', type: 'approval', instructions: 'Approve the release, or reject it with a reason.', role_required: 'user' },
      { key: 'commit', type: 'commit', instructions: 'Commit the change.' },
    ],
    edges: [
      edge('', 'success', 'implement'),
      edge('implement', 'success', 'verify'), edge('implement', 'failure', 'implement'),
      edge('verify', 'success', 'approve'), edge('verify', 'failure', 'implement'), edge('verify', 'timeout', 'implement'),
      edge('approve', 'approved', 'commit'), edge('approve', 'rejected', 'implement'),
      edge('commit', 'success', ''), edge('commit', 'failure', 'verify'),
    ],
  },
];
