/** The way to the work panels in the top bar, with what waits for the person; and the words for those who do not see it. */
import { SquareKanban } from 'lucide-react';
import { useStore } from 'zustand';
import { useWorkspace } from '../../context.ts';
import { useMedia } from '../../use-media.ts';
import { unreadOf, waitingFor } from './work-panels.ts';
import css from './work.module.css';

export function WorkButton({ onOpen }: { onOpen(): void }) {
  const { work, workPanels } = useWorkspace();
  const waiting = waitingFor(useStore(work.beads.live));
  const unread = unreadOf(useStore(work.messages.live));
  const { visible } = useStore(workPanels.store);
  const said = [
    ...(waiting.length > 0 ? [waiting.length === 1 ? '1 question' : `${waiting.length} questions`] : []),
    ...(unread > 0 ? [unread === 1 ? '1 message' : `${unread} messages`] : []),
  ].join(', ');
  // On a phone it is a pane like the others, which nothing closes.
  const phone = useMedia('(max-width: 760px)');
  const newest = waiting.at(-1);
  return (
    <>
      <button type="button" className={css.open} data-quiet={said === '' ? '' : undefined} aria-label={said === '' ? 'Work' : `Work: ${said}`} title="Board, questions, inbox, tasks and skills" aria-pressed={phone ? undefined : visible}
        onClick={() => {
          if (visible && !phone && waiting.length === 0) return workPanels.hide();
          workPanels.show(waiting.length > 0 ? 'questions' : unread > 0 ? 'inbox' : undefined);
          onOpen();
        }}>
        <SquareKanban size={16} aria-hidden />
        {said !== '' && <span className={waiting.length > 0 ? css.badgeAsk : css.badge}>{phone ? waiting.length || unread : said}</span>}
      </button>
      {/* There before its text, or screen readers would not announce the first question. */}
      <span className="visually-hidden" role="status" aria-label="Questions to you">{newest && `${newest.question ? 'The agent asks' : 'A decision is wanted'}: ${(newest.question?.text ?? newest.title).slice(0, 300)}`}</span>
    </>
  );
}
