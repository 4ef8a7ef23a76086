/**
 * A reporter for `node --test`: one line of JSON for each start and each end, so that a run that is killed leaves what it knew. Node's own formats
 * name the file only of failures (TAP), or write nothing before the end (JUnit). Read by `tools/tests/events.ts`.
 */
interface NodeTestData {
  name: string;
  nesting: number;
  file?: string;
  line?: number;
  column?: number;
  skip?: string | boolean;
  todo?: string | boolean;
  message?: string;
  details?: { type?: string; duration_ms?: number; error?: NodeTestError };
}

interface NodeTestError {
  message?: string;
  failureType?: string;
  cause?: unknown;
  /** Of a test file's own process. */
  exitCode?: number | null;
  signal?: string | null;
}

interface NodeTestEvent {
  type: string;
  data: NodeTestData;
}

export default async function* nodeReporter(source: AsyncIterable<NodeTestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of source) {
    if (type === 'test:dequeue') yield line({ event: 'start', name: data.name, nesting: data.nesting, file: data.file, line: data.line, column: data.column });
    if (type === 'test:stderr' || type === 'test:stdout') yield line({ event: type.slice('test:'.length), file: data.file, text: data.message });
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const failed = type === 'test:fail';
    yield line({
      event: 'end', name: data.name, nesting: data.nesting, file: data.file, line: data.line, column: data.column, suite: data.details?.type === 'suite',
      status: data.skip !== undefined || data.todo !== undefined ? 'skip' : failed ? 'fail' : 'pass', duration_ms: data.details?.duration_ms,
      ...(failed ? { failure: failureOf(data.details?.error) } : {}),
    });
  }
}

function failureOf(error: NodeTestError | undefined): { type: string | undefined; message: string; stack: string | undefined } {
  // Node wraps what the test threw, which need not be an error.
  const cause = error?.cause ?? error;
  if (error?.signal) return { type: error.failureType, message: `the test process was ended by ${error.signal}`, stack: undefined };
  if (typeof error?.exitCode === 'number') return { type: error.failureType, message: `the test process ended with exit code ${error.exitCode}`, stack: undefined };
  const thrown = typeof cause === 'object' && cause !== null ? cause as { message?: unknown; stack?: unknown } : undefined;
  return {
    type: error?.failureType, message: String(thrown?.message ?? cause ?? 'test failed'),
    stack: typeof thrown?.stack === 'string' && thrown !== error ? thrown.stack : undefined,
  };
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
