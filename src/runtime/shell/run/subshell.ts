/** Copies of a shell's state. */
import type { Command as Node } from '../language/ast.ts';
import { startSubshell, waitForeground } from './children.ts';
import { drain } from './context.ts';
import { Shell } from './shell.ts';

/** A subshell inside the same process: what it changes stays in the copy. */
export function copyShell(shell: Shell): Shell {
  const copy = new Shell(shell.sys, shell.pid, shell.ppid, shell.interactive, shell.jobs);
  copy.vars = shell.vars.clone();
  copy.functions = new Map(shell.functions);
  copy.aliases = new Map(shell.aliases);
  copy.options = new Set(shell.options);
  copy.shopt = new Set(shell.shopt);
  copy.name = shell.name;
  copy.positional = [...shell.positional];
  copy.status = shell.status;
  copy.lastBackground = shell.lastBackground;
  copy.pipeStatus = [...shell.pipeStatus];
  copy.handles = [...shell.handles];
  // What it has from the shell around it is closed there.
  copy.held = [...shell.held, [...shell.handles]];
  copy.line = shell.line;
  copy.commandString = shell.commandString;
  // Traps are the parent's; only ignored signals stay ignored.
  copy.traps = new Map([...shell.traps].filter(([name, action]) => action === '' || (name === 'ERR' && shell.has('errtrace')) || ((name === 'DEBUG' || name === 'RETURN') && shell.has('functrace'))));
  copy.shownTraps = shell.shownTraps ?? shell.traps;
  copy.tolerant = shell.tolerant;
  copy.functionNames = [...shell.functionNames];
  copy.calls = [...shell.calls];
  copy.scriptName = shell.scriptName;
  copy.exportedFunctions = new Set(shell.exportedFunctions);
  copy.sourced = shell.sourced;
  copy.loops = shell.loops;
  copy.subshell = shell.subshell + 1;
  copy.directories = [...shell.directories];
  copy.history = shell.history;
  copy.restrictions = shell.restrictions;
  copy.lastArgument = shell.lastArgument;
  copy.indirection = shell.indirection;
  copy.random = (shell.random * 31 + 7) & 0x7fff;
  copy.secondsBase = shell.secondsBase + Math.floor((Date.now() - shell.startedMs) / 1000);
  copy.backgroundDrains = shell.backgroundDrains;
  copy.onSignalTarget = shell.onSignalTarget;
  shell.onSignalTarget.current = copy;
  const before = shell;
  copy.handedBack = () => {
    copy.onSignalTarget.current = before;
  };
  return copy;
}

/** With job control a subshell is a process of its own: ^Z stops it as a whole. */
export function runSubshellJob(shell: Shell, node: Node): number {
  const { source } = shell;
  // Its redirections are in the table already: made again, `2>&1 >file` would mean something else.
  const { pid, drains } = startSubshell(shell, { ...node, redirects: [] }, shell.handles, { pgid: 0 });
  drain(shell.sys, drains, shell.checkInterrupt);
  return waitForeground(shell, { pids: [pid], pgid: pid, source })[0]!;
}
