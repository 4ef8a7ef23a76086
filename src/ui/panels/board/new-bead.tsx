import { useState } from 'react';
import { useStore } from 'zustand';
import { PERSON } from '../../../work/actor.ts';
import { beadTypes, type BeadType } from '../../../work/beads/bead.ts';
import { defaultWorkflows } from '../../../work/beads/default-workflows.ts';
import { WORKFLOW_TAG } from '../../../work/beads/flow.ts';
import { useWorkspace } from '../../context.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog, DialogActions } from '../../kit/dialog.tsx';
import { Notice } from '../../kit/field.tsx';
import { useAttempt } from '../work/use-attempt.ts';
import css from '../work/work.module.css';

export function NewBeadDialog({ onClose }: { onClose(): void }) {
  const { work: { beads, base }, agentRuns } = useWorkspace();
  const roles = [...new Set((useStore(agentRuns.agents.store) ?? []).map(({ role }) => role))];
  const [role, setRole] = useState('');
  const [title, setTitle] = useState('');
  const [description, setDescription] = useState('');
  const [priority, setPriority] = useState(2);
  const [type, setType] = useState<BeadType>('task');
  const [workflow, setWorkflow] = useState('');
  const { problem, attempt } = useAttempt();
  return (
    <Dialog open title="New bead" text="One piece of work on the board." onClose={onClose}>
      <form onSubmit={(event) => {
        event.preventDefault();
        const tags = workflow === '' ? [] : [WORKFLOW_TAG + workflow];
        void attempt(() => beads.create({ title: title.trim(), project_id: base.project, description, priority, type, tags, ...(role === '' ? {} : { required_role: role }) }, PERSON)).then((done) => { if (done) onClose(); });
      }}>
        <div className={css.row}><label className={css.grow}>Title<input className={css.text} maxLength={500} value={title} onChange={(event) => setTitle(event.target.value)} /></label></div>
        <div className={css.row}><label className={css.grow}>Description<textarea className={css.text} rows={4} value={description} onChange={(event) => setDescription(event.target.value)} /></label></div>
        <div className={css.row}>
          <label>Priority<select className={css.select} value={priority} onChange={(event) => setPriority(Number(event.target.value))}>{['critical', 'high', 'normal', 'low', 'backlog'].map((word, value) => <option key={value} value={value}>P{value} {word}</option>)}</select></label>
          <label>Type<select className={css.select} value={type} onChange={(event) => setType(event.target.value as BeadType)}>{beadTypes.map((value) => <option key={value} value={value}>{value}</option>)}</select></label>
          <label>For the role<select className={css.select} value={role} onChange={(event) => setRole(event.target.value)}><option value="">Anybody</option>{roles.map((name) => <option key={name} value={name}>{name}</option>)}</select></label>
          <label>Workflow<select className={css.select} value={workflow} onChange={(event) => setWorkflow(event.target.value)}><option value="">None</option>{defaultWorkflows.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}</select></label>
        </div>
        {problem && <Notice tone="bad">{problem}</Notice>}
        <DialogActions><Button onClick={onClose}>Cancel</Button><Button look="primary" type="submit" disabled={title.trim() === ''}>Create</Button></DialogActions>
      </form>
    </Dialog>
  );
}
