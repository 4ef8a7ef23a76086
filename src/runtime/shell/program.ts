/** The start of a shell or of a coreutil: what argv, environment and payload say. */
import type { StartMessage } from '../abi/messages.ts';
import { DISPOSITION, SIG } from '../abi/constants.ts';
import { SysError } from '../abi/errno.ts';
import type { Sys } from '../abi/syscalls.ts';
import { builtins } from './builtins/index.ts';
import { setOptions } from './builtins/options.ts';
import { applets } from './commands/index.ts';
import { errorText } from './errors.ts';
import { embedderOptions } from './interactive/embedder.ts';
import { runInteractive } from './interactive/session.ts';
import type { Payload } from './run/children.ts';
import { Context, runCommand } from './run/context.ts';
import { Interpreter } from './run/interpreter.ts';
import { isTty } from './run/io.ts';
import { openDescriptors } from './run/open-descriptors.ts';
import { redirectForGood } from './run/redirect.ts';
import { Shell } from './run/shell.ts';
import type { Script } from './language/ast.ts';
import { parseScript } from './language/parser.ts';
import { ShellSyntaxError } from './language/source.ts';
import { runStandardInput } from './run/standard-input.ts';
import { closeSubstitutions } from './run/substitution.ts';
import { workingDirectory } from './paths.ts';
import { decode } from './text.ts';

const SHELLS = new Set(['sh', 'bash', 'jsh', 'dash', 'zsh']);

/** Runs a program of this worker to its end and returns its exit status. `attach` is told the shell that gets signals. */
export function runProgram(sys: Sys, start: StartMessage, attach: (shell: Shell) => void): number {
  if (!SHELLS.has(start.applet)) return runApplet(sys, start);
  return runShell(sys, start, attach);
}

function runApplet(sys: Sys, start: StartMessage): number {
  const command = applets.get(start.applet);
  const ctx = new Context(sys, (start.argv[0] ?? start.applet).replace(/^.*\//, ''), start.argv.slice(1), start.env, openDescriptors(start));
  if (!command) return ctx.fail('no such program in this sandbox', 127);
  return runCommand(command, ctx);
}

function runShell(sys: Sys, start: StartMessage, attach: (shell: Shell) => void): number {
  if (start.payload !== undefined) return runPayload(sys, JSON.parse(start.payload) as Payload, attach);
  // Only jsh has them; to every other shell they are unknown options.
  const { options: embedder, rest: args } = start.applet === 'jsh' ? embedderOptions(start.argv.slice(1)) : { options: { osc: false, restrictions: null }, rest: start.argv.slice(1) };
  let command = false;
  let interactive = false;
  let fromInput = false;
  let login = start.argv[0]?.startsWith('-') ?? false;
  let norc = false;
  const kept: string[] = [];
  let i = 0;
  for (; i < args.length; i++) {
    const arg = args[i]!;
    if (arg === '--' || arg === '-') {
      i++;
      break;
    }
    if (!/^[-+]./.test(arg)) break;
    if (arg.startsWith('--')) {
      if (arg === '--login') login = true;
      else if (arg === '--version') {
        const ctx = new Context(sys, 'bash', [], start.env, [0, 1, 2]);
        ctx.out('Tabloom shell, a bash-like shell\n');
        ctx.stdout.flush();
        return 0;
      } else if (arg === '--norc' || arg === '--noprofile') norc = true;
      else if (arg === '--rcfile' || arg === '--init-file') i++;
      else if (arg !== '--posix' && arg !== '--noediting') {
        new Context(sys, start.argv[0] ?? 'bash', [], start.env, [0, 1, 2]).fail(`${arg}: invalid option`);
        return 2;
      }
      continue;
    }
    let rest = arg[0]!;
    for (const c of arg.slice(1)) {
      if (arg[0] === '-' && c === 'c') command = true;
      else if (arg[0] === '-' && c === 'i') interactive = true;
      else if (arg[0] === '-' && c === 's') fromInput = true;
      else if (arg[0] === '-' && c === 'l') login = true;
      else rest += c;
    }
    if (rest.length > 1) {
      kept.push(rest);
      if (rest.endsWith('o')) kept.push(args[++i] ?? '');
    }
  }
  const operands = args.slice(i);
  const scripted = command || (operands.length > 0 && !fromInput);
  interactive ||= !scripted && isTty(sys, 0) && isTty(sys, 2);
  const shell = new Shell(sys, start.pid, start.ppid, interactive);
  shell.restrictions = embedder.restrictions;
  shell.handles = openDescriptors(start);
  attach(shell);
  const self = (start.argv[0] ?? 'bash').replace(/^-/, '');
  // As it was started: `/bin/sh -c` says so in $0 and in its errors. At a terminal the name alone is said (get_name_for_error of bash's error.c).
  shell.name = interactive ? self.replace(/^.*\//, '') : self;
  loadEnvironment(shell, start);
  const interpreter = new Interpreter(shell, applets, builtins);
  importFunctions(interpreter);
  if (setOptions({ shell, args: kept, ctx: new Context(sys, shell.name, [], {}, [0, 1, 2]) }).failed) return 2;
  sys.sigaction(SIG.PIPE, DISPOSITION.HANDLE);
  if (command) {
    const [text, name, ...positional] = operands;
    if (text === undefined) {
      new Context(sys, shell.name, [], {}, [0, 1, 2]).fail('-c: option requires an argument');
      return 2;
    }
    shell.commandString = true;
    if (name !== undefined) shell.name = name;
    shell.positional = positional;
    return interpreter.guarded(() => interpreter.text(text));
  }
  if (scripted) return runScript(interpreter, operands);
  shell.positional = operands;
  if (interactive) return runInteractive(interpreter, { login, norc, osc: embedder.osc });
  return interpreter.guarded(() => runStandardInput(interpreter));
}

function runScript(interpreter: Interpreter, operands: string[]): number {
  const { shell } = interpreter;
  const [file, ...positional] = operands as [string, ...string[]];
  let text: string;
  try {
    const path = file.includes('/') ? file : existing(shell, file);
    text = decode(shell.sys.readFile(path));
  } catch (e) {
    if (!(e instanceof SysError)) throw e;
    shell.complainRaw(`${shell.name}: ${file}: ${errorText(e)}\n`);
    return e.code === 'ENOENT' ? 127 : 126;
  }
  shell.name = file;
  shell.scriptName = file;
  shell.positional = positional;
  return interpreter.guarded(() => interpreter.text(text));
}

/** A script's name without a slash: the current directory first, then PATH. */
function existing(shell: Shell, file: string): string {
  for (const path of [file, ...(shell.vars.get('PATH') ?? '').split(':').map((d) => `${d || '.'}/${file}`)]) {
    try {
      shell.sys.access(path, 4);
      return path;
    } catch (e) {
      if (!(e instanceof SysError)) throw e;
    }
  }
  return file;
}

/** Functions that the shell above exported. */
function importFunctions(interpreter: Interpreter): void {
  const { shell } = interpreter;
  for (const text of shell.importedFunctions.splice(0)) {
    let script: Script;
    try {
      script = parseScript(text);
    } catch (e) {
      if (e instanceof ShellSyntaxError) continue;
      throw e;
    }
    const stage = script.items.length === 1 ? script.items[0]!.first.stages[0] : undefined;
    // A definition and nothing else: what follows it would run at every start.
    if (stage?.t !== 'function' || script.items[0]!.first.stages.length !== 1 || script.items[0]!.rest.length > 0) continue;
    shell.functions.set(stage.name, { body: stage.body, source: stage.source });
    shell.exportedFunctions.add(stage.name);
  }
}

function loadEnvironment(shell: Shell, start: StartMessage): void {
  for (const [name, value] of Object.entries(start.env)) {
    const exported = /^BASH_FUNC_(.+)%%$/.exec(name);
    if (exported && value.startsWith('() {')) shell.importedFunctions.push(`${exported[1]!} ${value}`);
    if (!/^[A-Za-z_]\w*$/.test(name)) continue;
    shell.vars.set(name, value);
    shell.vars.declare(name, { exported: true });
  }
  const { vars } = shell;
  const cwd = workingDirectory(shell.sys);
  const kept = vars.get('PWD');
  if (cwd === null) shell.complainRaw('shell-init: error retrieving current directory: getcwd: cannot access parent directories: No such file or directory\n');
  else if (kept === undefined || !samePlace(shell, kept, cwd)) vars.set('PWD', cwd);
  vars.declare('PWD', { exported: true });
  const level = Number(vars.get('SHLVL') ?? '0') || 0;
  vars.set('SHLVL', String(level + 1));
  vars.declare('SHLVL', { exported: true });
  if (vars.get('PATH') === undefined) vars.set('PATH', '/usr/local/bin:/usr/bin:/bin');
  vars.set('PPID', String(start.ppid));
  vars.declare('PPID', { readonly: true, integer: true });
  vars.set('UID', '1000');
  vars.declare('UID', { readonly: true, integer: true });
  vars.set('EUID', '1000');
  vars.declare('EUID', { readonly: true, integer: true });
  vars.set('HOSTNAME', 'tabloom');
  vars.set('OSTYPE', 'linux-gnu');
  vars.set('HOSTTYPE', 'x86_64');
  vars.set('MACHTYPE', 'x86_64-pc-linux-gnu');
  vars.set('BASH', '/bin/bash');
  vars.set('BASH_VERSION', '5.2.15(1)-release');
  vars.setList('BASH_VERSINFO', [['0', '5'], ['1', '2'], ['2', '15'], ['3', '1'], ['4', 'release'], ['5', 'x86_64-pc-linux-gnu']], false);
  vars.set('IFS', ' \t\n');
  vars.set('OPTIND', '1');
  vars.set('PS4', '+ ');
}

function samePlace(shell: Shell, path: string, cwd: string): boolean {
  try {
    const a = shell.sys.stat(path, true);
    const b = shell.sys.stat(cwd, true);
    return path.startsWith('/') && a[7] === b[7] && a[0] === b[0];
  } catch {
    return false;
  }
}

/** A subshell that its parent started as a process. */
function runPayload(sys: Sys, payload: Payload, attach: (shell: Shell) => void): number {
  const shell = new Shell(sys, payload.pid, payload.ppid, false);
  attach(shell);
  shell.name = payload.name;
  shell.vars.restore(payload.variables);
  shell.functions = new Map(payload.functions);
  shell.options = new Set(payload.options);
  shell.shopt = new Set(payload.shopt);
  shell.positional = payload.positional;
  shell.status = payload.status;
  shell.commandString = payload.commandString;
  shell.traps = new Map(payload.ignored);
  shell.shownTraps = new Map(payload.shownTraps);
  shell.restrictions = payload.restrictions;
  shell.subshell = 1;
  shell.directories = payload.directories;
  shell.scriptName = payload.scriptName;
  shell.tolerant = payload.tolerant;
  shell.lastBackground = payload.lastBackground;
  shell.functionNames = payload.functionNames;
  shell.calls = payload.calls;
  shell.sourced = payload.sourced;
  shell.loops = payload.loops;
  shell.exportedFunctions = new Set(payload.exportedFunctions);
  if (payload.functionNames.length > 0) shell.vars.pushFrame();
  shell.handles = [];
  for (const fd of payload.open) shell.handles[fd] = fd;
  sys.sigaction(SIG.PIPE, DISPOSITION.HANDLE);
  const interpreter = new Interpreter(shell, applets, builtins);
  return interpreter.guarded(() => {
    let { node } = payload;
    if (node.t !== 'simple' && node.redirects.length > 0) {
      // `( server ) >log 2>&1 &` must not hold the pipe that somebody reads the shell's output from.
      shell.line = node.line;
      if (!redirectForGood(interpreter, node.redirects)) return 1;
      closeSubstitutions(shell, 0);
      node = { ...node, redirects: [] };
    }
    if (node.t === 'subshell' && node.redirects.length === 0) return interpreter.script(node.body);
    // `"$@" &`: bash would have become the program, so what is sent to `$!` is meant for it.
    shell.last = node.t === 'simple';
    return interpreter.node(node);
  });
}

