import { Clapperboard, CircleAlert, CircleCheck, CircleStop, Hourglass, Inbox, RotateCcw } from 'lucide-react';
import { createContext, Suspense, useContext, useEffect, useRef, useState } from 'react';
import type { DocumentPlace } from '../../project/documents.ts';
import { steadyNow } from '../../shared/steady-time.ts';
import { part } from '../kit/part.tsx';
import { ToolCard } from './tool-card.tsx';
import type { TimelineItem } from './timeline.ts';
import css from './agent.module.css';

// Its parser is not needed before a model speaks.
const Markdown = part(async () => (await import('./markdown.tsx')).Markdown, ({ text }) => text);

// Most runs have nothing to do with others.
const PeerState = part(async () => (await import('./peer-state.tsx')).PeerState, () => null);

const AskedQuestion = part(async () => (await import('./asked-question.tsx')).AskedQuestion);

/** Tools whose step goes on to mean something when it is done. */
const amongPeers: ReadonlySet<string> = new Set(['acquire_lock', 'call_agent', 'wait_for_trigger']);

/** The run that goes on, as its peers know it. */
const RunContext = createContext<string | undefined>(undefined);

interface Actions {
  onStop(): void;
  onOpenFile(path: string, place?: DocumentPlace): void;
}

/** Keeps the newest in view while the reader is at the end, and leaves readers alone who scrolled up. */
export function TimelineView({ items, running, run, onStop, onOpenFile }: { items: readonly TimelineItem[]; running: boolean; run?: string | undefined } & Actions) {
  const list = useRef<HTMLOListElement>(null);
  const atEnd = useRef(true);
  useEffect(() => {
    const element = list.current;
    if (element && atEnd.current) element.scrollTop = element.scrollHeight;
  }, [items]);
  return (
    <RunContext value={run}>
      <ol ref={list} className={css.timeline} aria-label="What the agent did" tabIndex={0}
        onScroll={({ currentTarget: at }) => { atEnd.current = at.scrollHeight - at.scrollTop - at.clientHeight < 40; }}>
        {items.map((item, at) => <Item key={at} item={item} onStop={onStop} onOpenFile={onOpenFile} />)}
        {running && items.at(-1)?.kind !== 'retry' && <li className={css.thinking}><span className={css.dots} aria-hidden /> {items.some(asks) ? 'waits for your answer' : 'working'}</li>}
      </ol>
    </RunContext>
  );
}

function Item({ item, onStop, onOpenFile }: { item: TimelineItem } & Actions) {
  switch (item.kind) {
    case 'task':
      return (
        <li className={css.task}>
          <div className={css.taskBy}>{item.recording ? <><Clapperboard size={13} aria-hidden /> Recording</> : item.provider}</div>
          {item.text}
        </li>
      );
    case 'text': return <li className={css.words}><Suspense fallback={item.text}><Markdown text={item.text} /></Suspense></li>;
    case 'tool': return <ToolCard item={item} onOpenFile={onOpenFile}>{amongPeers.has(item.tool) ? <AmongPeers item={item} /> : asks(item) && <Suspense fallback={null}><AskedQuestion item={item} /></Suspense>}</ToolCard>;
    case 'retry': return <Retry item={item} onStop={onStop} />;
    case 'inbox': return <li className={css.warn}><Inbox size={15} aria-hidden /><details><summary>The agent read its inbox: {item.items === 1 ? 'one new item' : `${item.items} new items`}</summary><pre className={css.inbox}>{item.text}</pre></details></li>;
    case 'correction': return <li className={css.warn}><RotateCcw size={15} aria-hidden /><span>The model was asked to correct its answer: {item.message}</span></li>;
    case 'error': return <li className={css.error}><CircleAlert size={15} aria-hidden /><span><strong>{errorTitle(item.code)}</strong> {item.message}</span></li>;
    case 'end': return <End item={item} />;
  }
}

function asks(item: TimelineItem): item is TimelineItem & { kind: 'tool' } {
  return item.kind === 'tool' && item.tool === 'ask_followup' && !item.result && !item.stopped;
}

function AmongPeers({ item }: { item: TimelineItem & { kind: 'tool' } }) {
  return <Suspense fallback={null}><PeerState item={item} run={useContext(RunContext)} /></Suspense>;
}

function Retry({ item, onStop }: { item: TimelineItem & { kind: 'retry' }; onStop(): void }) {
  const [now, setNow] = useState(steadyNow);
  useEffect(() => {
    if (item.over) return;
    const timer = setInterval(() => setNow(steadyNow()), 250);
    return () => clearInterval(timer);
  }, [item.over]);
  const left = Math.max(0, Math.ceil((item.since + item.waitMs - now) / 1000));
  return (
    <li className={css.warn}>
      <Hourglass size={15} aria-hidden />
      <span>{item.reason} {item.over ? `Tried again (attempt ${item.attempt}).` : left > 0 ? `Trying again in ${left} s (attempt ${item.attempt}).` : `Trying again (attempt ${item.attempt}).`}</span>
      {!item.over && <button type="button" className={css.inlineButton} onClick={onStop}>Cancel</button>}
    </li>
  );
}

function End({ item }: { item: TimelineItem & { kind: 'end' } }) {
  const good = item.reason === 'done';
  const Icon = good ? CircleCheck : item.reason === 'aborted' ? CircleStop : CircleAlert;
  return (
    <li className={good ? css.endGood : item.reason === 'aborted' ? css.warn : css.error} data-run-end={item.reason}>
      <Icon size={15} aria-hidden />
      <span><strong>{endTitles[item.reason]}</strong> {item.message} <span className={css.note}>{item.toolCalls} {item.toolCalls === 1 ? 'step' : 'steps'}</span></span>
    </li>
  );
}

const endTitles: { [Reason in (TimelineItem & { kind: 'end' })['reason']]: string } = {
  done: 'Finished.',
  gave_up: 'The model gave up.',
  escalated: 'A decision is needed.',
  aborted: 'Stopped.',
  max_turns: 'Stopped at the limit of turns.',
  parse_failures: 'The model’s answers could not be read.',
  validation_failures: 'The model kept calling tools with wrong arguments.',
  inner_loop: 'The model repeated the same step.',
  recording_mismatch: 'The recording does not fit this project any more.',
  provider_error: 'The model’s service failed.',
  internal: 'Something inside Tabloom failed.',
};

function errorTitle(code: string): string {
  const titles: { [code: string]: string } = {
    auth: 'The key was refused.', rate_limited: 'The service is busy.', stream_broken: 'The connection broke off.', network: 'The service cannot be reached.',
    recording_mismatch: 'The recording does not fit.',
  };
  return titles[code] ?? 'Error.';
}
