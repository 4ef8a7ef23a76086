/** Where modules wait when a process ends with its entry point unfinished (SourceTextModule::GetStalledTopLevelAwaitMessages). */
import type { ModuleRecord } from './esm/record.ts';
import type { ThrowPlace } from './fatal.ts';

/** The modules of the graph that wait for nothing but themselves, and the await each of them is at. */
export function stalledAwaits(entry: ModuleRecord): ThrowPlace[] {
  const out: ThrowPlace[] = [];
  const seen = new Set<ModuleRecord>([entry]);
  const visit = (module: ModuleRecord): void => {
    if (module.asyncOrder > 0 && module.pendingAsync === 0) {
      const place = placeOf(module);
      if (place !== undefined) out.push(place);
      return;
    }
    for (const link of module.links === null ? [] : module.needed) {
      if (link.synthetic || seen.has(link)) continue;
      seen.add(link);
      visit(link);
    }
  };
  visit(entry);
  return out;
}

function placeOf({ syntax, url, waitsAt }: ModuleRecord): ThrowPlace | undefined {
  if (syntax === null) return undefined;
  // A `for await` says nothing of itself: it is the first one of the text.
  const at = waitsAt ?? /\bfor\s+await\b/.exec(syntax.code)?.index;
  if (at === undefined) return undefined;
  const lines = syntax.code.slice(0, at).split(/\r\n|[\n\r\u2028\u2029]/);
  return { file: url, line: lines.length, column: lines.at(-1)!.length + 1 };
}
