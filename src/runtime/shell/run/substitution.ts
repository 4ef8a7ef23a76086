/** Command and process substitution: in this process, with the output collected. */
import type { Script } from '../language/ast.ts';
import { O } from '../../abi/constants.ts';
import type { Substitution } from '../expand/expand.ts';
import { decode } from '../text.ts';
import { drain } from './context.ts';
import { MemoryOut, temporaryPath } from './io.ts';
import type { Runner } from './runner.ts';
import { ExpansionError, type Shell } from './shell.ts';

export function substitutionFor(runner: Runner): Substitution {
  const capture = (shell: Shell, body: Script): Uint8Array => {
    const sink = new MemoryOut();
    const { line } = shell;
    shell.status = runner.isolated((inner) => {
      // bash switches `set -e` off here unless told to inherit it.
      if (!inner.shell.shopt.has('inherit_errexit')) inner.shell.options.delete('errexit');
      inner.shell.backgroundDrains = [];
      const handles = [...inner.shell.handles];
      handles[1] = sink;
      try {
        return inner.withHandles(handles, () => inner.script(body));
      } finally {
        drain(shell.sys, inner.shell.backgroundDrains.splice(0), inner.shell.checkInterrupt);
      }
    });
    shell.line = line;
    return sink.bytes();
  };
  return {
    output(shell, body) {
      return decode(capture(shell, body)).replaceAll('\0', '').replace(/\n+$/, '');
    },
    file(shell, body, direction) {
      if (direction === '>') throw new ExpansionError('>(...): output process substitution is not available in this shell', true, 2);
      const path = temporaryPath('proc');
      shell.sys.writeFile(path, O.WRONLY | O.CREAT | O.EXCL, 0o600, capture(shell, body));
      shell.temporaryFiles.push(path);
      return path;
    },
  };
}
