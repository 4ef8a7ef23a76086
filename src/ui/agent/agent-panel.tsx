/** The agent: a task in, its steps out. */
import { Clapperboard, KeyRound, Play, Square } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { parseDuration } from '../../peers/duration.ts';
import { AppError } from '../../shared/errors.ts';
import { useApp, useWorkspace } from '../context.ts';
import { Button, IconButton } from '../kit/button.tsx';
import { sentOff, useDraft } from '../kit/draft.ts';
import { Notice } from '../kit/field.tsx';
import { later } from '../kit/later.tsx';
import { part } from '../kit/part.tsx';
import { MODEL_KEY } from './model-key.ts';
import { TimelineView } from './timeline-view.tsx';
import css from './agent.module.css';

const RunStatus = part(async () => (await import('./peer-state.tsx')).RunStatus, () => null);

const ConversationMenu = later(async () => (await import('./conversation-menu.tsx')).ConversationMenu);
const ProviderDialog = later(async () => (await import('./provider-dialog.tsx')).ProviderDialog);

export function AgentPanel({ onOpened }: { onOpened(): void }) {
  const { agent, documents } = useWorkspace();
  const { settings, secrets } = useApp();
  const { timeline, running, run: own } = useStore(agent.store);
  const { baseUrl, model, dialect, system, waitTimeout } = useStore(settings);
  const [task, setTask] = useDraft('agent-task');
  /** Unsaved files and the key are seen to before a run: Enter pressed twice asks for one. */
  const starting = useRef(false);
  const [configuring, setConfiguring] = useState(false);
  const [problem, setProblem] = useState<string>();
  const recorded = timeline.items.some((item) => item.kind === 'task' && item.recording);
  const configured = baseUrl !== '' && model !== '';

  const attempt = async (work: () => Promise<void>): Promise<void> => {
    if (starting.current) return;
    starting.current = true;
    setProblem(undefined);
    try {
      // The agent works on the files, not on the editor's unsaved text: what the person sees must be what it reads.
      for (const { path, text, diskText } of documents.store.getState().open) if (text !== diskText) await documents.save(path);
      await work();
    } catch (error) {
      setProblem(AppError.from(error).message);
    }
    starting.current = false;
  };

  const run = (): void => {
    if (task.trim() === '' || running) return;
    if (!configured) return setConfiguring(true);
    void attempt(async () => {
      const apiKey = await secrets.get(MODEL_KEY);
      setTask(sentOff(task));
      await agent.run(task, { dialect, system, waitTimeoutMs: parseDuration(waitTimeout) }, { baseUrl, model, apiKey });
    });
  };
  const replay = (): void => void attempt(() => agent.runRecording(dialect));

  return (
    <div className={css.pane}>
      <div className={css.head}>
        <h2 className={css.title}>Agent</h2>
        {own && <Suspense fallback={null}><RunStatus run={own.run} /></Suspense>}
        {timeline.tokens.input > 0 && <span className={css.tokens} title="Tokens read and written by the model">{timeline.tokens.input + timeline.tokens.output} tokens</span>}
        <IconButton label="Play the recorded run" disabled={running} onClick={replay}><Clapperboard size={15} aria-hidden /></IconButton>
        <IconButton label="Model and key" onClick={() => setConfiguring(true)}><KeyRound size={15} aria-hidden /></IconButton>
        <ConversationMenu onProblem={setProblem} />
      </div>
      {recorded && (
        <p className={css.banner}><Clapperboard size={14} aria-hidden /><span><strong>Recording</strong>: the model’s words were recorded; every step really runs here.</span></p>
      )}
      {timeline.items.length === 0 && !running
        ? <Offer onReplay={replay} onConfigure={() => setConfiguring(true)} configured={configured} />
        : <TimelineView items={timeline.items} running={running} run={own?.run} onStop={() => agent.stop()}
          onOpenFile={(path, place) => void documents.show(path, place).then(onOpened, (error: unknown) => setProblem(AppError.from(error).message))} />}
      <form className={css.composer} onSubmit={(event) => { event.preventDefault(); run(); }}>
        {problem && <Notice tone="bad">{problem}</Notice>}
        <label className="visually-hidden" htmlFor="agent-task">Task for the agent</label>
        <textarea id="agent-task" className={css.box} value={task} rows={2} placeholder="What should the agent do?" onChange={(event) => setTask(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            run();
          }} />
        <div className={css.composerRow}>
          <button type="button" className={css.model} onClick={() => setConfiguring(true)} title="Model and key">
            <KeyRound size={13} aria-hidden /><span>{configured ? `${model}${dialect === 'json' ? ' · JSON actions' : ''}` : 'No model yet: set one up'}</span>
          </button>
          {running
            ? <Button look="danger" onClick={() => agent.stop()}><Square size={13} aria-hidden /> Stop</Button>
            : <Button look="primary" type="submit" disabled={task.trim() === ''}><Play size={13} aria-hidden /> Run</Button>}
        </div>
      </form>
      <p className="visually-hidden" role="status" aria-live="polite">{timeline.announcement}</p>
      {configuring && <ProviderDialog onClose={() => setConfiguring(false)} />}
    </div>
  );
}

function Offer({ onReplay, onConfigure, configured }: { onReplay(): void; onConfigure(): void; configured: boolean }) {
  return (
    <div className={css.offer}>
      <section className={css.offerCard} aria-labelledby="offer-recording">
        <span className={css.tape}><Clapperboard size={13} aria-hidden /> Recording</span>
        <h3 id="offer-recording">Watch the agent fix the sample project</h3>
        <p>No key needed. The model’s words were recorded; every step really runs here: the failing test, the edit, the passing test and the commit.</p>
        <Button look="primary" onClick={onReplay}><Play size={13} aria-hidden /> Play the recording</Button>
      </section>
      {!configured && (
        <section className={css.offerCard} aria-labelledby="offer-model">
          <h3 id="offer-model">Use your own model</h3>
          <p>Any OpenAI-compatible service, also one on your computer. Your key goes from this page to that service and nowhere else.</p>
          <Button onClick={onConfigure}><KeyRound size={13} aria-hidden /> Set up a model</Button>
        </section>
      )}
    </div>
  );
}
