import { describe, expect, it } from 'vitest';
import { defaultWorkflows } from '../../src/work/beads/default-workflows.ts';
import { advance, expire, startWorkflow, type EdgeCondition, type Workflow, type WorkflowRun } from '../../src/work/beads/workflow.ts';

const workflow: Workflow = {
  id: 'w', name: 'W',
  nodes: [
    { key: 'a', type: 'task', instructions: '', max_attempts: 2 },
    { key: 'b', type: 'approval', instructions: '', timeout_minutes: 10 },
    { key: 'c', type: 'verify', instructions: '', timeout_minutes: 5 },
  ],
  edges: [
    { from: '', to: 'b', condition: 'success', priority: 1 }, { from: '', to: 'a', condition: 'success', priority: 2 },
    { from: 'a', to: 'b', condition: 'success', priority: 0 }, { from: 'a', to: '', condition: 'failure', priority: 0 },
    { from: 'b', to: 'a', condition: 'rejected', priority: 0 }, { from: 'b', to: 'c', condition: 'approved', priority: 0 }, { from: 'b', to: 'a', condition: 'timeout', priority: 0 },
    { from: 'c', to: '', condition: 'success', priority: 0 }, { from: 'c', to: 'b', condition: 'failure', priority: 0 },
  ],
};
const step = (run: WorkflowRun, condition: EdgeCondition, reason?: string): WorkflowRun => advance(workflow, run, condition, { at: 7, by: 'me', ...(reason === undefined ? {} : { reason }) });
const minute = 60_000;

describe('workflows', () => {
  it('begin along the edge of the highest priority', () => {
    expect(startWorkflow(workflow, 5)).toEqual({ workflow: 'w', node: 'a', status: 'active', cycles: 0, attempts: { a: 1 }, since: 5, steps: [] });
  });

  it('keep what happened', () => {
    expect(step(startWorkflow(workflow, 5), 'success', 'built').steps).toEqual([{ at: 7, by: 'me', from: 'a', condition: 'success', to: 'b', reason: 'built' }]);
  });

  it('end on any condition whose edge leads to the end', () => {
    const failed = step(startWorkflow(workflow, 0), 'failure');
    expect(failed).toMatchObject({ status: 'completed', node: 'a' });
    expect(() => step(failed, 'success')).toThrow('workflow execution already completed');
  });

  it('say when no edge fits', () => {
    expect(() => step(startWorkflow(workflow, 0), 'approved')).toThrow('no edge found for condition approved from node a');
  });

  it('escalate with one arrival more than a node allows', () => {
    let run = step(startWorkflow(workflow, 0), 'success');
    run = step(run, 'rejected');
    expect(run).toMatchObject({ node: 'a', status: 'active', attempts: { a: 2 }, cycles: 1 });
    // Back at b is the second cycle, and a third arrival at a is one too many.
    run = step(step(run, 'success'), 'rejected');
    expect(run).toMatchObject({ node: 'a', status: 'escalated', attempts: { a: 3 }, cycles: 3 });
    expect(() => step(run, 'success')).toThrow('workflow execution already escalated');
  });

  it('escalate with the third cycle', () => {
    let run = step(step(startWorkflow(workflow, 0), 'success'), 'approved');
    const cycles: number[] = [];
    while (run.status === 'active') {
      run = step(run, run.node === 'c' ? 'failure' : 'approved');
      cycles.push(run.cycles);
    }
    expect(cycles).toEqual([1, 2, 3]);
    expect(run.status).toBe('escalated');
  });

  it('move on, or escalate, when a node has taken its time, to the millisecond', () => {
    const waiting = step(startWorkflow(workflow, 0), 'success');
    expect(expire(workflow, waiting, 7 + 10 * minute - 1)).toBe(waiting);
    expect(expire(workflow, waiting, 7 + 10 * minute)).toMatchObject({ node: 'a', status: 'active', steps: [{}, { by: 'clock', condition: 'timeout' }] });
    const verifying = step(waiting, 'approved');
    expect(expire(workflow, verifying, 7 + 5 * minute)).toMatchObject({ node: 'c', status: 'escalated' });
    const unlimited = startWorkflow(workflow, 0);
    expect(expire(workflow, unlimited, 10 ** 12)).toBe(unlimited);
  });

  it.each(defaultWorkflows.map((one) => [one.id, one] as const))('the default workflow %s is whole: every edge joins nodes that exist, every node is reached and left, and there is an end', (_id, one) => {
    const keys = one.nodes.map(({ key }) => key);
    for (const { from, to } of one.edges) for (const key of [from, to]) expect(['', ...keys]).toContain(key);
    for (const key of keys) {
      expect(one.edges.some(({ to }) => to === key)).toBe(true);
      expect(one.edges.some(({ from }) => from === key)).toBe(true);
    }
    expect(one.edges.some(({ to }) => to === '')).toBe(true);
  });
});
