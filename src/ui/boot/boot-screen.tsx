/** What is shown until the project is open: named steps, another tab that has it, or what went wrong. */
import { Check, Circle, LoaderCircle, X } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { projectInAddress } from '../../project/choose-project.ts';
import { storage } from '../../project/storage-care.ts';
import { AppError } from '../../shared/errors.ts';
import type { BootState, BootStep } from '../app-model.ts';
import { Button } from '../kit/button.tsx';
import { Confirm } from '../kit/confirm.tsx';
import { useApp } from '../context.ts';
import { ProjectsDialog } from '../projects/lazy.tsx';
import { HELD } from '../storage/held.ts';
import css from './boot.module.css';

export function BootScreen({ state }: { state: Extract<BootState, { phase: 'booting' | 'failed' }> }) {
  const done = state.steps.filter((step) => step.state === 'done').length;
  const current = state.steps.find((step) => step.state === 'running');
  const held = useStore(storage, (now) => now.held);
  const otherTab = state.phase === 'booting' && state.otherTab;
  return (
    <main className={css.screen}>
      <div className={css.box}>
        <div className={css.brand}><img src="/icon.svg" alt="" width={36} height={36} /><h1>Tabloom</h1></div>
        {otherTab ? <OtherTab /> : (
          <>
            <div className={css.track} role="progressbar" aria-label="Starting" aria-valuemin={0} aria-valuemax={state.steps.length} aria-valuenow={done} aria-valuetext={current?.label ?? 'Starting'}>
              <div style={{ width: `${(done / Math.max(1, state.steps.length)) * 100}%` }} />
            </div>
            <ul className={css.steps}>{state.steps.map((step) => <Step key={step.id} step={step} />)}</ul>
          </>
        )}
        {/* There from the start: what is put into it later is read out. */}
        <p className={css.held} role="status">{held && state.phase === 'booting' && HELD}</p>
        {state.phase === 'failed' && (state.code === 'project_unknown' || state.code === 'project_deleted' ? <NoProject {...state} /> : <Failure {...state} />)}
      </div>
    </main>
  );
}

function Step({ step }: { step: BootStep }) {
  const Icon = { waiting: Circle, running: LoaderCircle, done: Check, failed: X }[step.state];
  return (
    <li className={css[step.state]} data-step={step.id} data-state={step.state}>
      <Icon size={15} aria-hidden /><span>{step.label}</span>
      <span className={css.detail}>{step.detail}</span>
      <span className="visually-hidden">{step.state}</span>
    </li>
  );
}

function OtherTab() {
  return (
    <div role="status">
      <h2 className={css.subtitle}>This project is open in another tab</h2>
      <p className={css.text}>Joining that tab: both work on the same files and programs. If it does not answer within a few seconds, the project opens here with the files as they were last saved.</p>
    </div>
  );
}

/** The address names a project that is not to be opened: a list of the others is the way on. */
function NoProject({ code, message }: Extract<BootState, { phase: 'failed' }>) {
  const { projects } = useApp();
  const [choosing, setChoosing] = useState(false);
  const [problem, setProblem] = useState<string>();
  const id = projectInAddress(location.href);
  const restore = (): void => void projects().then((list) => list.restore(id!)).then(() => location.reload(), (error: unknown) => setProblem(AppError.from(error).message));
  return (
    <div className={css.failure} role="alert">
      <h2 className={css.subtitle}>This project cannot be opened</h2>
      <p className={css.text}>{problem ?? message}</p>
      <div className={css.actions}>
        {code === 'project_deleted' && <Button look="primary" onClick={restore}>Restore it</Button>}
        <Button look={code === 'project_deleted' ? undefined : 'primary'} onClick={() => setChoosing(true)}>Show all projects</Button>
        <Button onClick={() => location.assign('/')}>Open the last one</Button>
      </div>
      {choosing && <ProjectsDialog leave={async () => undefined} onClose={() => setChoosing(false)} />}
    </div>
  );
}

function Failure({ code, message, forget }: Extract<BootState, { phase: 'failed' }>) {
  const [forgetting, setForgetting] = useState(false);
  const { settings } = useApp();
  const remote = settings.getState().engine === 'stackblitz';
  return (
    <div className={css.failure} role="alert">
      <h2 className={css.subtitle}>Tabloom could not start</h2>
      <p className={css.text}>{message} <span className={css.detail}>({code})</span></p>
      <p className={css.text}>{remote
        ? 'The StackBlitz engine needs the internet and may be blocked on this network. The self-hosted engine does not.'
        : 'Your files are still stored in this browser. Load the page again; if that does not help, close other tabs to free memory.'}</p>
      <div className={css.actions}>
        <Button look="primary" onClick={() => location.reload()}>Load again</Button>
        {remote && <Button onClick={() => { settings.setState({ engine: 'self-hosted' }); location.reload(); }}>Use the self-hosted engine</Button>}
        {/* Last: what it removes nobody brings back. */}
        {forget && <Button look="danger" onClick={() => setForgetting(true)}>Forget the stored project…</Button>}
      </div>
      <Confirm open={forgetting} title="Forget the stored project?" action="Forget it" onClose={() => setForgetting(false)} onConfirm={() => void forget?.().then(() => location.reload())}
        text="Everything that is stored of it in this browser is removed, and the sample project is opened." />
    </div>
  );
}
