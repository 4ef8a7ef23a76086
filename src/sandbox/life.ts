/** Whether the sandbox still answers: its renderer is another than the page's, and can die of a program that fills the memory. */

export interface SandboxLife {
  answers: boolean;
  /** Command line of the program that computed most at last; empty when none did. */
  program: string;
}

/** Of a command line as much as a sentence can show. */
const MAX_PROGRAM = 200;

/**
 * Tells when the sandbox whose `/headless` is on `origin` stops answering, which takes it some ten seconds, and when it answers again. Only the self-hosted engine tells.
 * @returns stops it
 */
export function watchLife(origin: string, listener: (life: SandboxLife) => void): () => void {
  const heard = ({ origin: from, data }: MessageEvent<{ type?: unknown; answers?: unknown; program?: unknown } | null>): void => {
    if (from !== origin || typeof data !== 'object' || data?.type !== 'tabloom-life') return;
    if (typeof data.answers === 'boolean' && typeof data.program === 'string') listener({ answers: data.answers, program: data.program.slice(0, MAX_PROGRAM) });
  };
  addEventListener('message', heard);
  return () => removeEventListener('message', heard);
}
