/** Runs requests side by side, and answers each exactly once. */
import * as z from 'zod/mini';
import { abortError } from '../shared/abort.ts';
import { AppError } from '../shared/errors.ts';
import { learnLeases, whileLocksStand } from './fences.ts';
import { operationTable } from './operations/index.ts';
import { operations } from './protocol.ts';
import type { Operation } from './operation.ts';
import type { HostOperation, ReplyLine } from './protocol.ts';
import type { Guard } from './protocol/fences.ts';
import type { Workspace } from './workspace.ts';

/** Progress is gathered for this long: a line each would drown the terminal stream. */
const PROGRESS_MS = 60;

export interface Dispatcher {
  request(id: string, operation: string, params: unknown): Promise<void>;
  cancel(id: string): void;
}

export function createDispatcher(workspace: Workspace, reply: (line: ReplyLine) => void): Dispatcher {
  const running = new Map<string, AbortController>();
  return {
    async request(id, name, params) {
      const controller = new AbortController();
      running.set(id, controller);
      const progress = gatherProgress(id, reply);
      try {
        const operation = operationNamed(name);
        const parsed = operations[operation].safeParse(params);
        if (!parsed.success) throw new AppError('invalid_arguments', z.prettifyError(parsed.error));
        // The table pairs every operation with its own parameters; the compiler cannot follow that through the name.
        const run = operationTable[operation] as unknown as Operation<HostOperation>;
        const { guard } = parsed.data as { guard?: Guard };
        if (guard) await learnLeases(guard.leases);
        const work = (): Promise<unknown> => run(parsed.data, { workspace: guard ? { ...workspace, guard } : workspace, signal: controller.signal, progress: progress.add });
        // What changes files by itself checks right before; a command changes them as long as it runs.
        const result = await (operation === 'exec' ? whileLocksStand(guard, (why) => controller.abort(why), work) : work());
        progress.flush();
        reply({ id, result });
      } catch (error) {
        progress.flush();
        const failure = controller.signal.aborted ? abortError(controller.signal) : AppError.from(error);
        reply({ id, error: failure.toJSON() });
      } finally {
        running.delete(id);
      }
    },
    cancel(id) {
      running.get(id)?.abort(new AppError('aborted', 'Stopped.'));
    },
  };
}

function operationNamed(name: string): HostOperation {
  if (!Object.hasOwn(operations, name)) throw new AppError('unknown_operation', `The tool host has no operation ${name}.`);
  return name as HostOperation;
}

function gatherProgress(id: string, reply: (line: ReplyLine) => void): { add: (stream: 'stdout' | 'stderr', text: string) => void; flush: () => void } {
  let pending: { stream: 'stdout' | 'stderr'; text: string }[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const all = pending;
    pending = [];
    try {
      for (const { stream, text } of all) reply({ id, progress: stream, text });
    } catch {
      // A long one is a file, for which there may be no room. Thrown from the timer it would end the host, and with it everybody's commands.
    }
  };
  return {
    add(stream, text) {
      const last = pending[pending.length - 1];
      if (last?.stream === stream) last.text += text;
      else pending.push({ stream, text });
      // A flood is for the log; whoever watches live sees the latest part of it.
      const tail = pending[pending.length - 1]!;
      if (tail.text.length > 8000) tail.text = tail.text.slice(-8000);
      timer ??= setTimeout(flush, PROGRESS_MS);
    },
    flush,
  };
}
