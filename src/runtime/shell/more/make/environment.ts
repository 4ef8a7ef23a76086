/** The environment that recipes and `$(shell)` get. */
import type { Environment } from '../../run/context.ts';
import { valueOf } from './expand.ts';
import type { State } from './state.ts';

/** Variables that came from the environment keep going there, with the makefile's value; others when they are exported. */
export function environment(state: State, flags: string, level: number): Environment {
  const env: Environment = { ...state.ctx.env };
  const names = new Set([...state.global.keys(), ...state.scopes.flatMap((scope) => [...scope.keys()])]);
  for (const name of names) {
    if (!/^[A-Za-z_]\w*$/.test(name) || name === 'SHELL' || name === 'MAKEFILE_LIST') continue;
    const variable = state.find(name)!;
    const outer = state.global.get(name);
    const exported = variable.exported ?? outer?.exported ?? (variable.origin === 'command line' || variable.origin === 'environment'
      || (state.exportAll && variable.origin !== 'default' && variable.origin !== 'automatic'));
    if (exported) env[name] = valueOf(state, name);
    else if (variable.exported === false) delete env[name];
  }
  return { ...env, MAKEFLAGS: flags, MAKELEVEL: String(level + 1) };
}
