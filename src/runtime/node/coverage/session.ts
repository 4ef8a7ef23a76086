/** The part of the inspector's protocol that a program can have here: precise coverage (`v8-profiler-agent-impl.cc`). What else it asks is answered with an error that names the method; a debugger that is switched on tells nothing. */
import { INSPECTOR_REASON } from '../bindings/inspector.ts';
import type { NodeRuntime } from '../runtime.ts';
import { startCounting, stopCounting, takeCounts } from './collector.ts';

interface Message { id: number; method: string; params?: { callCount?: boolean; detailed?: boolean } }

const SERVER_ERROR = -32_000;
const METHOD_NOT_FOUND = -32_601;
const DOMAINS = /^(?:Console|Debugger|HeapProfiler|Network|NodeRuntime|NodeTracing|NodeWorker|Profiler|Runtime|Schema)\.[a-z]/;

export class CoverageConnection {
  private readonly rt: NodeRuntime;
  private readonly answer: (message: string) => void;
  private enabled = false;
  private started: Message['params'];
  constructor(rt: NodeRuntime, answer: (message: string) => void) {
    this.rt = rt;
    this.answer = answer;
  }

  dispatch(text: string): void {
    const { id, method, params } = JSON.parse(text) as Message;
    const done = (result: object): void => this.answer(JSON.stringify({ id, result }));
    const failed = (message: string, code = SERVER_ERROR): void => this.answer(JSON.stringify({ id, error: { code, message } }));
    const timestamp = this.rt.native.performance.now() / 1000;
    switch (method) {
      case 'Profiler.enable':
        this.enabled = true;
        return done({});
      case 'Profiler.disable':
        this.enabled = false;
        this.disconnect();
        return done({});
      case 'Profiler.startPreciseCoverage':
        if (!this.enabled) return failed('Profiler is not enabled');
        this.started = params ?? {};
        startCounting(this.rt);
        return done({ timestamp });
      case 'Profiler.takePreciseCoverage':
        if (this.started === undefined) return failed('Precise coverage has not been started.');
        return done({ result: this.counts(this.started), timestamp });
      case 'Profiler.stopPreciseCoverage':
        if (!this.enabled) return failed('Profiler is not enabled');
        this.disconnect();
        return done({});
      // Who asks to be told of scripts and contexts, as collect-v8-coverage does on the way, hears of none.
      case 'Debugger.enable': case 'Debugger.disable': case 'Runtime.enable': case 'Runtime.disable':
        return done({});
      default:
        return DOMAINS.test(method) ? failed(`'${method}' is not available in this sandbox: ${INSPECTOR_REASON}`) : failed(`'${method}' wasn't found`, METHOD_NOT_FOUND);
    }
  }

  private counts({ callCount = false, detailed = false }: NonNullable<Message['params']>): object[] {
    const count = (ranges: { startOffset: number; endOffset: number; count: number }[]): object[] => (detailed ? ranges : ranges.slice(0, 1)).map((range) => (callCount ? range : { ...range, count: Math.min(range.count, 1) }));
    return takeCounts(this.rt).map((script) => ({ ...script, functions: script.functions.map((one) => ({ ...one, ranges: count(one.ranges), isBlockCoverage: detailed && one.isBlockCoverage })) }));
  }

  disconnect(): void {
    if (this.started === undefined) return;
    this.started = undefined;
    stopCounting();
  }
}
