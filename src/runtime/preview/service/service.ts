/**
 * The preview service: answers the service workers of previews from the servers of the sandbox. It runs in the kernel's worker but is a script of its own, fetched when
 * the first server listens: a prompt in a terminal must not wait for it.
 */
import type { CreatePreviewService } from '../contract.ts';
import { PreviewState } from './state.ts';
import { WorkerLink } from './worker-link.ts';

const create: CreatePreviewService = (network, events, kept) => {
  const state = new PreviewState(network, events, kept);
  const links = new Set<WorkerLink>();
  return {
    link(port) {
      const link: WorkerLink = new WorkerLink(port, state, () => links.delete(link));
      links.add(link);
    },
    setScript(script) {
      state.script = script;
    },
    setForward(forward) {
      state.forward = forward;
    },
    close() {
      for (const link of [...links]) link.close();
      state.close();
    },
  };
};

(globalThis as { __tabloomPreviews?: CreatePreviewService }).__tabloomPreviews = create;
