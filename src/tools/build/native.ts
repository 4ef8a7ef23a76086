/** What compilers of other languages print: Go, GCC and Clang under make, rustc under Cargo, javac under Maven and Gradle. */
import { projectPath } from '../diagnostics.ts';
import type { Diagnostic } from '../diagnostics.ts';
import type { OutputParser, OutputPlace } from './output.ts';

function made({ workdir, cwd }: Pick<OutputPlace, 'workdir' | 'cwd'>, source: string, kind: string, file: string, line: string | undefined, column: string | undefined, message: string, rule = ''): Diagnostic {
  const severity = /^(?:fatal )?error$/.test(kind) ? 'error' : kind === 'warning' ? 'warning' : 'info';
  return { file: file === '' ? '' : projectPath(file, workdir, cwd), line: Number(line ?? 0), column: Number(column ?? 0), severity, message: message.trim(), rule, source };
}

/** `broken/b.go:2:12: undefined: f`; some have no column, and details follow after a tab. Lines of headings begin with `#`. */
export const goOutput: OutputParser = (lines, at, place) => {
  const found = /^(?:vet: )?(\S[^:]*\.go):(\d+):(?:(\d+):)? (.+)$/.exec(lines[at]!);
  if (!found) {
    const module = /^(?:go: |go build: )(?!(?:downloading|finding|extracting|added|upgraded) )(.+)$/.exec(lines[at]!);
    return module ? { diagnostics: [made(place, 'go', 'error', '', undefined, undefined, module[1]!)], next: at + 1 } : undefined;
  }
  const message = [found[4]!];
  let next = at + 1;
  while (next < lines.length && /^\t\S/.test(lines[next]!)) message.push(lines[next++]!.trim());
  return { diagnostics: [made(place, 'go', 'error', found[1]!, found[2], found[3], message.join('\n'))], next };
};

/** GCC and Clang: `foo.c:1:24: error: message`; notes belong to what they explain. */
export const gccOutput: OutputParser = (lines, at, place) => {
  const found = /^([^\s:][^:]*):(\d+):(?:(\d+):)? (error|warning|fatal error): (.+?)(?: \[(-W[^\]]+)\])?$/.exec(lines[at]!);
  if (!found) return undefined;
  const message = [found[5]!];
  let next = at + 1;
  for (; next < lines.length; next++) {
    const note = /^[^\s:][^:]*:\d+:(?:\d+:)? note: (.+)$/.exec(lines[next]!);
    if (note) message.push(`note: ${note[1]!}`);
    else if (!/^\s+(?:\d+ )?\s*[|~^]|^\s*\d+ \|/.test(lines[next]!)) break;
  }
  return { diagnostics: [made(place, 'gcc', found[4]!, found[1]!, found[2], found[3], message.join('\n'), found[6] ?? '')], next };
};

/** The linker's complaints, and make's own: `make: *** No rule to make target 'x'.  Stop.` A failed recipe was explained by its program already. */
export const makeOutput: OutputParser = (lines, at, place) => {
  const line = lines[at]!;
  const entering = /^(?:g?make)(?:\[\d+\])?: (Entering|Leaving) directory [`'](.+)'$/.exec(line);
  if (entering) {
    if (entering[1] === 'Entering') place.folders.push(entering[2]!);
    else place.folders.splice(place.folders.lastIndexOf(entering[2]!));
    place.cwd = place.folders[place.folders.length - 1] ?? place.workdir;
    return { diagnostics: [], next: at + 1 };
  }
  const linker = /^(?:\/\S*\/)?(\S+?\.(?:c|cc|cpp|cxx|m|o|a)):(?:(\d+):|\(\.text[^)]*\):) (undefined reference to .+|multiple definition of .+)$/.exec(line);
  if (linker) return { diagnostics: [made(place, 'ld', 'error', linker[1]!, linker[2], undefined, linker[3]!)], next: at + 1 };
  const cannot = /^(?:\/\S*\/)?ld: (?:(?:error: )?(cannot find .+|.+: No such file or directory))$/.exec(line);
  if (cannot) return { diagnostics: [made(place, 'ld', 'error', '', undefined, undefined, cannot[1]!)], next: at + 1 };
  const makefile = /^([^\s:]+):(\d+): \*\*\* (.+?)\.?(?:  Stop\.)?$/.exec(line);
  if (makefile) return { diagnostics: [made(place, 'make', 'error', makefile[1]!, makefile[2], undefined, makefile[3]!)], next: at + 1 };
  const own = /^(?:g?make)(?:\[\d+\])?: \*\*\* (?!\[|Waiting for )(.+?)\.?(?:  Stop\.)?$/.exec(line);
  return own ? { diagnostics: [made(place, 'make', 'error', '', undefined, undefined, own[1]!)], next: at + 1 } : undefined;
};

/** `error[E0308]: mismatched types`, then ` --> src/main.rs:1:25`. Summaries at the end say nothing new; a failed link has no place but is an error. */
export const cargoOutput: OutputParser = (lines, at, place) => {
  const head = /^(error|warning)(?:\[(\w+)\])?: (.+)$/.exec(lines[at]!);
  if (!head) return undefined;
  if (/^could not compile `|^aborting due to|^`.+` \(.+\) generated \d+ warnings?|^\d+ warnings? emitted|^build failed, waiting/.test(head[3]!)) return { diagnostics: [], next: at + 1 };
  let where: RegExpExecArray | null = null;
  let next = at + 1;
  const notes: string[] = [];
  for (; next < lines.length && lines[next] !== '' && !/^(?:error|warning)(?:\[\w+\])?: /.test(lines[next]!); next++) {
    where ??= /^\s*--> (.+?):(\d+):(\d+)$/.exec(lines[next]!);
    const undefinedSymbol = /(?:undefined symbol: .+|undefined reference to .+)$/.exec(lines[next]!);
    if (undefinedSymbol) notes.push(undefinedSymbol[0]);
  }
  return { diagnostics: [made(place, 'rustc', head[1]!, where?.[1] ?? '', where?.[2], where?.[3], [head[3]!, ...notes].join('\n'), head[2] ?? '')], next };
};

/** `[ERROR] /p/F.java:[10,5] message`, details on the lines that follow; Maven says every error a second time at its end. */
export const mavenOutput: OutputParser = (lines, at, place) => {
  const line = lines[at]!;
  const found = /^\[(ERROR|WARNING)\] (\S.*?\.\w+):\[(\d+)(?:,(\d+))?\] (.+)$/.exec(line);
  if (found) {
    let next = at + 1;
    const message = [found[5]!];
    for (; next < lines.length; next++) {
      const more = /^(?:\[ERROR\] )? {2,}(\S.*)$/.exec(lines[next]!);
      if (!more) break;
      message.push(more[1]!.trimEnd());
    }
    return { diagnostics: [made(place, 'maven', found[1]!.toLowerCase(), found[2]!, found[3], found[4], message.join('\n'))], next };
  }
  // What stopped it, unless that is only the list of what the compiler said.
  const goal = /^\[ERROR\] (Failed to execute goal .+?|.*(?:Non-resolvable|No goals have been|requires a project to execute|Unknown lifecycle phase|Could not resolve).*?)(?: -> \[Help \d+\])?$/.exec(line);
  if (goal && !/Compilation failure/.test(goal[1]!)) return { diagnostics: [made(place, 'maven', 'error', '', undefined, undefined, goal[1]!)], next: at + 1 };
  return undefined;
};

/** javac itself, as Gradle and Ant pass it on: `F.java:10: error: message`, the source line and a caret that tells the column. Old Gradle glues its task's name to it. */
export const javacOutput: OutputParser = (lines, at, place) => {
  const found = /^(?::[\w:-]+?(?=\/))?(\S.*?\.(?:java|groovy|kt)):(\d+): (error|warning): (?:\[([\w-]+)\] )?(.+)$/.exec(lines[at]!);
  if (!found) return undefined;
  const message = [found[5]!];
  let column: string | undefined;
  let next = at + 1;
  // Details may come before the source line, or after the caret.
  for (; next < lines.length && next <= at + 12; next++) {
    const line = lines[next]!;
    if (/^\s*\^\s*$/.test(line)) column = String(line.indexOf('^') + 1);
    else if (/^ {2}\w[\w ]*: /.test(line)) message.push(line.trim());
    else if (column !== undefined || !/^\s/.test(line)) break;
  }
  return { diagnostics: [made(place, 'javac', found[3]!, found[1]!, found[2], column, message.join('\n'), found[4] ?? '')], next };
};

/** Kotlin under Gradle: `e: file:///p/A.kt:1:5 message`. */
export const kotlinOutput: OutputParser = (lines, at, place) => {
  const found = /^([ew]): (?:file:\/\/)?(\/.+?\.kts?):(?: \()?(\d+)[:,] ?(\d+)\)?:? (.+)$/.exec(lines[at]!);
  return found ? { diagnostics: [made(place, 'kotlinc', found[1] === 'e' ? 'error' : 'warning', found[2]!, found[3], found[4], found[5]!)], next: at + 1 } : undefined;
};

/** What Gradle says went wrong, unless that is only that something was compiled in vain. */
export const gradleOutput: OutputParser = (lines, at, place) => {
  if (lines[at] !== '* What went wrong:') return undefined;
  const body: string[] = [];
  let next = at + 1;
  while (next < lines.length && lines[next] !== '') body.push(lines[next++]!.trim());
  if (/Compilation (?:failed|error)/.test(body.join(' '))) return { diagnostics: [], next };
  const script = /^Build file '(.+?)' line: (\d+)$/.exec(lines.slice(Math.max(0, at - 3), at).find((line) => /^Build file /.test(line)) ?? '');
  return { diagnostics: [made(place, 'gradle', 'error', script?.[1] ?? '', script?.[2], undefined, body.join('\n'))], next };
};
