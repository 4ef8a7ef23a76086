/**
 * `Function(text)` and `(0, eval)(text)` written in a context's code: the text runs in that context. Programs find their global object in this
 * way (`new Function('return this')()`), and what they put there would otherwise be in the main one, where nobody looks: coverage stayed empty.
 */
import type { Internal, NodeRuntime } from '../runtime.ts';

export interface ContextEvaluation {
  /** Evaluates text as a script of the context. */
  run(text: string): unknown;
  /** Whether text may become code there. */
  strings: boolean;
}

/** What a callee written as `Function` or `eval` is in a context: the context's own, when it is the main realm's. */
export function contextCallee(rt: NodeRuntime, context: ContextEvaluation): (callee: unknown) => unknown {
  const main = globalThis as Internal;
  let bound: Function | undefined;
  const evaluate = (text: unknown): unknown => (typeof text === 'string' ? context.run(text) : text);
  return (callee) => {
    if (!context.strings && (callee === main.eval || callee === main.Function)) return forbidden;
    if (callee === main.eval) return evaluate;
    return callee === main.Function ? bound ??= functionConstructor(rt, callee as FunctionConstructor, context) : callee;
  };
}

/** In place of `eval` and `Function` where text may not become code. */
export function forbidden(): never {
  throw new EvalError('Code generation from strings disallowed for this context');
}

function functionConstructor(rt: NodeRuntime, Main: FunctionConstructor, context: ContextEvaluation): Function {
  const build = (args: unknown[], target: Function): Function => {
    // The engine checks parameters and body each by itself, and writes the text.
    const checked: Function = Reflect.construct(Main, args, Main);
    const made = context.run(`(${Function.prototype.toString.call(checked)})`) as Function;
    if (target !== proxy && target !== Main) Object.setPrototypeOf(made, target.prototype as object);
    return made;
  };
  const proxy: FunctionConstructor = new rt.native.Proxy(Main, {
    apply: (_, __, args) => build(args, Main),
    construct: (_, args, target) => build(args, target),
  });
  return proxy;
}
