/** One step of the agent: what was asked, what came back, and the diff when it changed a file. */
import { ChevronRight, CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ToolResult } from '../../tools/result.ts';
import type { DocumentPlace } from '../../project/documents.ts';
import { AttachedPictures } from './attached-picture.tsx';
import { BackgroundCommand } from './background-command.tsx';
import { DiffView } from './diff-view.tsx';
import { FindingsList, findingsOf } from './findings-list.tsx';
import { MatchList } from './match-list.tsx';
import { TestReport } from './test-report.tsx';
import { toolIcon } from './tool-icons.ts';
import type { TimelineItem } from './timeline.ts';
import css from './agent.module.css';

/** @param children what there is to say of it besides, under its message: such a card is open */
export function ToolCard({ item, onOpenFile, children }: { item: TimelineItem & { kind: 'tool' }; onOpenFile(path: string, place?: DocumentPlace): void; children?: ReactNode }) {
  const { result } = item;
  const diff = diffOf(result);
  const state = !result ? (item.stopped ? 'failed' : 'running') : result.ok ? 'done' : 'failed';
  const Icon = { running: LoaderCircle, done: CircleCheck, failed: CircleAlert }[state];
  const { summary } = item.card;
  const ToolIcon = toolIcon(item.card.icon);
  const file = fileOf(item);
  return (
    <li className={css.card} data-tool={item.tool} data-state={state}>
      <details open={Boolean(children) || diff !== undefined || state !== 'done' || backgroundHandle(result) !== undefined || undefined}>
        <summary className={css.cardHead}>
          <Icon size={15} aria-hidden className={`${css.cardIcon} ${css[state]}`} />
          <ToolIcon size={14} aria-hidden className={css.cardIcon} />
          <span className={css.cardName}>{item.tool}</span>
          <span className={css.cardSummary} title={summary}>{summary}</span>
          <span className={`${css.cardState} ${css[state]}`}>{item.stopped ? 'stopped' : stateWord(state, result)}</span>
          <ChevronRight size={14} aria-hidden className={css.cardArrow} />
        </summary>
        <div className={css.cardBody}>
          {result && <p className={css.cardMessage}>{result.message}{item.calledAs !== item.tool && ` (called as ${item.calledAs})`}</p>}
          {children}
          {diff !== undefined && <DiffView diff={diff} label={`Changes made by ${item.tool}`} />}
          {(diff === undefined || !result) && <Part title="Input" text={inputText(item)} />}
          {!result && item.live !== '' && <Part title="Output so far" text={item.live} />}
          {backgroundHandle(result) !== undefined && <BackgroundCommand handle={backgroundHandle(result)!} />}
          {result && <AttachedPictures result={result} />}
          {result && diff === undefined && <Body item={item} result={result} onOpenFile={onOpenFile} />}
          {result?.error && result.error.message !== result.message && <p className={css.failed}>{result.error.code}: {result.error.message}</p>}
          {result?.bounds?.truncated && <p className={css.note}>Shortened{result.bounds.total !== undefined && `: ${result.bounds.returned} of ${result.bounds.total}`}.</p>}
          {file !== undefined && <button type="button" className={css.inlineButton} onClick={() => onOpenFile(file)}>Open {file}</button>}
        </div>
      </details>
    </li>
  );
}

/** The handle of a command that this step started in the background. */
function backgroundHandle(result: ToolResult | undefined): string | undefined {
  const { background, action, handle } = result?.metadata ?? {};
  return background === true && action === undefined && typeof handle === 'string' ? handle : undefined;
}

/** What came back, in the form that the tool asks for; as text where the result does not have that form. */
function Body({ item, result, onOpenFile }: { item: TimelineItem & { kind: 'tool' }; result: ToolResult; onOpenFile(path: string, place?: DocumentPlace): void }) {
  const findings = item.card.body === 'findings' ? findingsOf(result.metadata) : [];
  if (findings.length > 0) return <FindingsList findings={findings} onOpenFile={onOpenFile} />;
  if (result.ok && item.card.body === 'matches' && Array.isArray(result.metadata.matches)) return <MatchList matches={result.metadata.matches} onOpenFile={onOpenFile} />;
  if (item.card.body === 'tests' && Array.isArray(result.metadata.tests)) return <TestReport metadata={result.metadata} output={result.output} onOpenFile={onOpenFile} />;
  // The message above it says the same.
  return result.output === result.message ? null : <Part title={outputTitle(result)} text={result.output} />;
}

function Part({ title, text }: { title: string; text: string }) {
  if (text.trim() === '') return null;
  return (
    <div className={css.part}>
      <div className={css.partTitle}>{title}</div>
      <pre tabIndex={0} aria-label={title}>{text}</pre>
    </div>
  );
}

function stateWord(state: 'running' | 'done' | 'failed', result: ToolResult | undefined): string {
  if (state === 'running') return 'running';
  const time = result!.duration_ms < 1000 ? `${Math.round(result!.duration_ms)} ms` : `${(result!.duration_ms / 1000).toFixed(1)} s`;
  if (state === 'done') return `done · ${time}`;
  if (result!.status === 'executed' && typeof result!.exit_code === 'number') return `exit ${result!.exit_code} · ${time}`;
  return result!.error?.code ?? 'failed';
}

function outputTitle(result: ToolResult): string {
  return typeof result.exit_code === 'number' ? `Output (exit code ${result.exit_code})` : 'Output';
}

/** The file that a step was about, when there is one to look at now. */
function fileOf({ card, result }: TimelineItem & { kind: 'tool' }): string | undefined {
  if (!result?.ok || !['file', 'file-plus', 'file-pen'].includes(card.icon)) return undefined;
  const path = [result.metadata.rel_path, result.metadata.path].find((value) => typeof value === 'string');
  // Absolute paths and paths that climb are legal for the tools, but are not names in the project's tree.
  return path === undefined || /^(\/|~|.*\.\.)/.test(path) ? undefined : path.replace(/^(\.\/)+/, '');
}

/** Tools that change files say how in `metadata.diff`; git's own diff is its output. */
function diffOf(result: ToolResult | undefined): string | undefined {
  const diff = result?.metadata.diff;
  if (typeof diff === 'string' && diff.trim() !== '') return diff;
  return result && /^diff --git /.test(result.output) ? result.output : undefined;
}

/** Everything that was asked, unless the head says it already. */
function inputText({ input, card }: TimelineItem & { kind: 'tool' }): string {
  if (typeof input === 'string') return input;
  const values = typeof input === 'object' && input !== null ? Object.values(input) : [];
  if (values.length === 1 && values[0] === card.summary) return '';
  return JSON.stringify(input, null, 2).replace(/^\{\}$/, '');
}
