/** The question of a step that waits for the person, to be answered where it is asked. */
import { useStore } from 'zustand';
import { useWorkspace } from '../context.ts';
import { Question } from '../panels/questions/questions.tsx';
import { waitingFor } from '../panels/work/work-panels.ts';
import type { TimelineItem } from './timeline.ts';

export function AskedQuestion({ item }: { item: TimelineItem & { kind: 'tool' } }) {
  const waiting = waitingFor(useStore(useWorkspace().work.beads.live));
  const asked = (item.input as { question?: unknown } | null)?.question;
  const bead = typeof asked === 'string' ? waiting.find(({ question }) => question?.text.trim() === asked.trim()) : undefined;
  return bead ? <Question bead={bead} /> : null;
}
