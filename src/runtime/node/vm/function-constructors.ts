/**
 * `Function` and its siblings as a program sees them: text with `import()` in it is compiled so that the call reaches Node's loader, and
 * functions whose text was rewritten show the text that was written.
 */
import type { CoreRuntime } from '../core.ts';
import type { Internal, NodeRuntime } from '../runtime.ts';
import { META_NAME } from '../esm/module-syntax.ts';
import { awaitValue } from '../await-context.ts';
import { AWAIT_NAME, AWAIT_TEXT, mayAwait } from '../source/awaits.ts';
import { COVERAGE_TEXT } from '../coverage/names.ts';
import { TICK_TEXT } from './deadline.ts';
import { functionText } from './function-text.ts';
import { rewriteScript } from '../source/script.ts';
import { IMPORT_NAME, importFunction, mayImport } from './dynamic-import.ts';

const indirectEval = globalThis.eval;
const HIDDEN = new RegExp(`${AWAIT_TEXT}|${COVERAGE_TEXT}|${TICK_TEXT}| \\$default\\/\\*\\$d\\*\\/|\\$tabloom_this\\(this\\)|\\(\\$tabloom_callee\\((Function|eval)\\)\\)|\\$tabloom_peek\\.|\\$mport\\b|\\$importmeta\\b|(?:\\(0|;\\(1),\\$tb_i\\.([\\p{ID_Continue}$]+)\\)|([\\p{ID_Continue}$]+):\\$tb_i\\.\\3|\\$tb_i\\.`, 'gu');

function writtenText(text: string): string {
  return text.includes('$') ? text.replace(HIDDEN, (found, callee?: string, called?: string, short?: string) =>
    callee ?? called ?? short ?? (found === IMPORT_NAME ? 'import' : found === META_NAME ? 'import.meta' : found.endsWith('(this)') ? 'this' : '')) : text;
}

/** To be called once, before user code runs. */
export function installFunctionConstructors(rt: NodeRuntime): void {
  const nativeToString = Function.prototype.toString;
  const { apply } = Reflect;
  const shown = new WeakMap<Function, Function>();

  const replacement = { toString(this: Function): string {
    return functionText(this) ?? writtenText(apply(nativeToString, shown.get(this) ?? this, []));
  } }.toString;
  shown.set(replacement, nativeToString);
  Object.defineProperty(Function.prototype, 'toString', { value: replacement, writable: true, enumerable: false, configurable: true });

  const referrer: symbol = rt.internalBinding('symbols').vm_dynamic_import_default_internal;
  const build = (Native: FunctionConstructor, args: unknown[], target: Function, wrapper: Function): Function => {
    const parts = args.map(String);
    const made: Function = Reflect.construct(Native, parts, target);
    if (!parts.some(mayImport) && !parts.some(mayAwait)) return made;
    const text: string = apply(nativeToString, made, []);
    const { text: renamed, edits, imports } = rewriteScript(rt, `(${text})`, IMPORT_NAME, { exact: true });
    if (edits.length === 0) return made;
    const caller = imports ? (rt as CoreRuntime).stacks.capture(1, wrapper)[0] : undefined;
    const mport = importFunction(rt, referrer, caller?.getFileName() ?? `${rt.sys.getcwd()}/`);
    const rebuilt: Function = indirectEval(`(function(${IMPORT_NAME},${AWAIT_NAME}){return ${renamed}})`)(mport, awaitValue(rt));
    Object.setPrototypeOf(rebuilt, Object.getPrototypeOf(made));
    return rebuilt;
  };

  const natives: FunctionConstructor[] = [
    Function,
    (async () => {}).constructor as FunctionConstructor,
    (function* () {}).constructor as FunctionConstructor,
    (async function* () {}).constructor as FunctionConstructor,
  ];
  for (const Native of natives) {
    const wrapper: Internal = new rt.native.Proxy(Native, {
      apply: (_, __, args) => build(Native, args, Native, wrapper),
      construct: (_, args, target) => build(Native, args, target === wrapper ? Native : target, wrapper),
    });
    shown.set(wrapper, Native);
    Object.defineProperty(Native.prototype, 'constructor', { value: wrapper, writable: Native === Function, enumerable: false, configurable: true });
    if (Native === Function) Object.defineProperty(globalThis, 'Function', { value: wrapper, writable: true, enumerable: false, configurable: true });
  }
}
