/** What waits for the person: questions of agents, and decisions. */
import { useId } from 'react';
import { useStore } from 'zustand';
import { PERSON } from '../../../work/actor.ts';
import type { Bead, DecisionOption } from '../../../work/beads/bead.ts';
import { useWorkspace } from '../../context.ts';
import { Button } from '../../kit/button.tsx';
import { sentOff, useDraft } from '../../kit/draft.ts';
import { Notice } from '../../kit/field.tsx';
import { useAttempt } from '../work/use-attempt.ts';
import { waitingFor } from '../work/work-panels.ts';
import css from '../work/work.module.css';

const MAX_ANSWERED = 20;

export function Questions() {
  const { work } = useWorkspace();
  const beads = useStore(work.beads.live);
  const waiting = waitingFor(beads);
  const over = (beads ?? []).filter((bead) => bead.status === 'closed' && (bead.question || bead.deciding)).sort((a, b) => (b.closed_at ?? 0) - (a.closed_at ?? 0)).slice(0, MAX_ANSWERED);
  return (
    <>
      {waiting.length === 0 && <p className={css.empty}>No question waits for you. When an agent asks one, it waits here for your answer.</p>}
      <ul className={css.list} aria-label="Waiting for you">{waiting.map((bead) => <li key={bead.id} className={`${css.item} ${css.wait}`}>{bead.question ? <Question bead={bead} /> : <Decision bead={bead} />}</li>)}</ul>
      {over.length > 0 && <h2 className={css.heading}>Answered</h2>}
      <ul className={css.list} aria-label="Answered">
        {over.map((bead) => (
          <li key={bead.id} className={css.item}>
            <div className={css.meta}>{bead.id} · {bead.question ? `asked by ${bead.question.asked_by}` : 'decision'}</div>
            <p className={css.said}>{bead.question?.text ?? bead.title}</p>
            <p className={css.said}><strong>{bead.question?.answer ?? ([bead.deciding?.answer, bead.deciding?.note].filter(Boolean).join(': ') || 'Closed without an answer.')}</strong></p>
          </li>
        ))}
      </ul>
    </>
  );
}

export function Question({ bead }: { bead: Bead }) {
  const { beads } = useWorkspace().work;
  const [text, setText] = useDraft(`answer ${bead.id}`);
  const { problem, attempt } = useAttempt();
  const id = useId();
  return (
    <form onSubmit={(event) => { event.preventDefault(); void attempt(() => beads.answer(bead.id, text, PERSON)).then((done) => { if (done) setText(sentOff(text)); }); }}>
      <div className={css.meta}>{bead.id} · {bead.question!.asked_by} asks</div>
      <label htmlFor={id} className={css.said}>{bead.question!.text}</label>
      <textarea id={id} data-answer className={css.text} rows={2} value={text} placeholder="Your answer" onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }} />
      {problem && <Notice tone="bad">{problem}</Notice>}
      <div className={css.actions}>
        <Button look="primary" type="submit" disabled={text.trim() === ''}>Answer</Button>
        <Button onClick={() => void attempt(() => beads.withdraw(bead.id, 'Closed without an answer.', PERSON))}>Close without an answer</Button>
      </div>
    </form>
  );
}

const optionLabels: Record<DecisionOption, string> = { approve: 'Approve', deny: 'Deny', needs_more_info: 'Needs more information' };

export function Decision({ bead }: { bead: Bead }) {
  const { beads } = useWorkspace().work;
  const [note, setNote] = useDraft(`note ${bead.id}`);
  const { problem, attempt } = useAttempt();
  const id = useId();
  return (
    <div>
      <div className={css.meta}>{bead.id} · decision on {bead.deciding!.source}, back to {bead.deciding!.returned_to}</div>
      <p className={css.said}><strong>{bead.title}</strong></p>
      {bead.description !== '' && <p className={css.said}>{bead.description}</p>}
      <label htmlFor={id} className={css.meta}>Note</label>
      <textarea id={id} data-answer className={css.text} rows={2} value={note} onChange={(event) => setNote(event.target.value)} />
      {problem && <Notice tone="bad">{problem}</Notice>}
      <div className={css.actions}>
        {bead.deciding!.options.map((option) => (
          <Button key={option} look={option === 'approve' ? 'primary' : option === 'deny' ? 'danger' : undefined} onClick={() => void attempt(() => beads.decide(bead.id, option, note, PERSON)).then((done) => { if (done) setNote(sentOff(note)); })}>{optionLabels[option]}</Button>
        ))}
      </div>
    </div>
  );
}
