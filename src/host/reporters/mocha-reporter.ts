/**
 * A reporter for mocha, which can have only one: lines for people on its output, and the lines of JSON that `tools/tests/events.ts` reads in the file
 * that `TABLOOM_TEST_REPORT` names. It needs nothing of mocha's own, whose folder may not be in reach from here.
 */
import { appendFileSync } from 'node:fs';

interface MochaRunnable {
  title: string;
  file?: string;
  duration?: number;
  titlePath?(): string[];
}

interface MochaError {
  message?: unknown;
  stack?: unknown;
}

interface MochaRunner {
  on(event: 'test' | 'pass' | 'pending', listener: (test: MochaRunnable) => void): MochaRunner;
  on(event: 'fail', listener: (test: MochaRunnable, error: MochaError | undefined) => void): MochaRunner;
  on(event: 'start' | 'end', listener: () => void): MochaRunner;
}

export default function mochaReporter(runner: MochaRunner): void {
  const file = process.env.TABLOOM_TEST_REPORT;
  const counts = { passing: 0, failing: 0, pending: 0 };
  // A line at a time: what was written is there when the run is killed.
  const write = (event: object): void => {
    if (file !== undefined) appendFileSync(file, `${JSON.stringify(event)}\n`);
  };
  const names = (test: MochaRunnable): string[] => test.titlePath?.() ?? [test.title];
  const end = (test: MochaRunnable, status: string, more: object = {}): void => write({ event: 'end', path: names(test), file: test.file, status, duration_ms: test.duration, ...more });
  const say = (sign: string, test: MochaRunnable): void => console.log(`${sign} ${names(test).join(' > ')}${test.duration === undefined ? '' : ` (${test.duration}ms)`}`);
  runner.on('start', () => write({ event: 'ready' }))
    .on('test', (test) => write({ event: 'start', path: names(test), file: test.file }))
    .on('pass', (test) => {
      counts.passing++;
      say('✔', test);
      end(test, 'pass');
    })
    .on('pending', (test) => {
      counts.pending++;
      say('-', test);
      end(test, 'skip');
    })
    .on('fail', (test, error) => {
      counts.failing++;
      const message = String(error?.message ?? error);
      const stack = typeof error?.stack === 'string' ? error.stack : undefined;
      say('✖', test);
      console.log(`    ${(stack ?? message).replaceAll('\n', '\n    ')}`);
      end(test, 'fail', { failure: { message, stack } });
    })
    .on('end', () => console.log(`\n  ${counts.passing} passing\n  ${counts.pending} pending\n  ${counts.failing} failing`));
}
