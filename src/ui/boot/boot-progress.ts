/** The start as named steps, for the boot screen. */
import type { StoreApi } from 'zustand/vanilla';
import type { AppError } from '../../shared/errors.ts';
import type { BootState, BootStep, Workspace } from '../app-model.ts';

const labels = {
  project: 'Opening the project',
  client: 'Loading the sandbox',
  engine: 'Starting the kernel',
  files: 'Laying out the files',
} as const;
export type BootStepId = keyof typeof labels;

export interface BootProgress {
  begin(id: BootStepId): void;
  done(id: BootStepId, detail?: string): void;
  waitForOtherTab(waiting: boolean): void;
  ready(workspace: Workspace): void;
  fail(error: AppError, forget?: () => Promise<void>): void;
}

export function createBootProgress(boot: StoreApi<BootState>): BootProgress {
  let steps: readonly BootStep[] = (Object.keys(labels) as BootStepId[]).map((id) => ({ id, label: labels[id], state: 'waiting' }));
  let otherTab = false;
  const show = (): void => boot.setState({ phase: 'booting', steps, otherTab }, true);
  const mark = (id: BootStepId, change: Partial<BootStep>): void => {
    steps = steps.map((step) => (step.id === id ? { ...step, ...change } : step));
    show();
  };
  show();
  return {
    begin: (id) => mark(id, { state: 'running' }),
    done: (id, detail) => mark(id, { state: 'done', detail }),
    waitForOtherTab(waiting) {
      otherTab = waiting;
      show();
    },
    ready: (workspace) => boot.setState({ phase: 'ready', workspace }, true),
    fail({ code, message }, forget) {
      steps = steps.map((step) => (step.state === 'running' ? { ...step, state: 'failed' } : step));
      boot.setState({ phase: 'failed', steps, code, message, forget }, true);
    },
  };
}
