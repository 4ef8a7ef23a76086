/** Messages to the person, and a way to write to an agent. */
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { PERSON } from '../../../work/actor.ts';
import type { DirectoryEntry } from '../../../work/messages/directory.ts';
import { messageTypes, type Message, type MessageType } from '../../../work/messages/message.ts';
import { useWorkspace } from '../../context.ts';
import { Button } from '../../kit/button.tsx';
import { sentOff, useDraft } from '../../kit/draft.ts';
import { CheckField, Notice } from '../../kit/field.tsx';
import { useAttempt } from '../work/use-attempt.ts';
import css from '../work/work.module.css';

const MAX_SHOWN = 200;
const typeLabels: Record<MessageType, string> = { question: 'Question', delegation: 'Delegation', notification: 'Notification' };

export function Inbox() {
  const { work } = useWorkspace();
  const messages = useStore(work.messages.live);
  const [everybody, setEverybody] = useState(false);
  const [replyTo, setReplyTo] = useDraft('message-reply');
  const [, setTo] = useDraft('message-to');
  const [, setSubject] = useDraft('message-subject');
  // What is written already stays: a reply may have been begun before the button was seen.
  const reply = (message: Message): void => {
    setReplyTo(message.id);
    setTo(message.from);
    setSubject(`Re: ${message.subject}`.slice(0, 500));
    document.getElementById('work-message')?.focus();
  };
  const shown = (messages ?? []).filter(({ to }) => everybody || to === PERSON.id).slice(-MAX_SHOWN).reverse();
  return (
    <>
      <Compose reply={messages?.find(({ id }) => id === replyTo)} onSent={() => setReplyTo('')} />
      <h2 className={css.heading}>Messages</h2>
      <CheckField label="Also what agents write to each other, and what you wrote" checked={everybody} onChange={setEverybody} />
      {messages && shown.length === 0 && <p className={css.empty}>No messages.</p>}
      <ul className={css.list} aria-label="Messages">
        {shown.map((message) => (
          <li key={message.id} className={`${css.item} ${message.to === PERSON.id && message.read_at === undefined ? css.wait : ''}`}>
            <details onToggle={(event) => { if (event.currentTarget.open && message.to === PERSON.id) void work.messages.markRead([message.id]); }}>
              <summary><strong>{message.subject || typeLabels[message.type]}</strong> <span className={css.meta}>{message.from} to {message.to} · {typeLabels[message.type]}{message.priority === 'high' ? ' · urgent' : ''}{message.in_reply_to === undefined ? '' : ' · an answer'}{message.answer === undefined ? '' : ' · answered'}{message.read_at === undefined ? ' · unread' : ''} · {new Date(message.at).toLocaleString()}</span></summary>
              {message.body !== '' && <p className={css.said}>{message.body}</p>}
              {message.payload !== undefined && <pre className={css.said}>{JSON.stringify(message.payload, null, 2)}</pre>}
              <div className={css.actions}>
                {message.from !== PERSON.id && <Button onClick={() => reply(message)}>Reply</Button>}
                <Button onClick={() => void work.messages.remove(message.id)}>Delete</Button>
              </div>
            </details>
          </li>
        ))}
      </ul>
    </>
  );
}

function Compose({ reply, onSent }: { reply: Message | undefined; onSent(): void }) {
  const { work, workPanels } = useWorkspace();
  const { agentsVersion } = useStore(workPanels.store);
  const [agents, setAgents] = useState<readonly DirectoryEntry[]>([]);
  const [chosen, setTo] = useDraft('message-to');
  const to = chosen === '' ? 'agent' : chosen;
  const [type, setType] = useState<MessageType>('notification');
  const [subject, setSubject] = useDraft('message-subject');
  const [body, setBody] = useDraft('message-body');
  const [sending, setSending] = useState(false);
  const [sent, setSent] = useState('');
  const { problem, attempt } = useAttempt();

  useEffect(() => {
    // Before the tools have started there is nobody to write to; the list is read again then.
    if (agentsVersion > 0) void work.directory.list().then((all) => setAgents(all.filter(({ id }) => id !== PERSON.id)), () => undefined);
  }, [work, agentsVersion]);

  const send = async (): Promise<void> => {
    if (sending) return;
    setSending(true);
    setSent('');
    const done = await attempt(() => work.messages.send({ to_agent_id: to, message_type: type, subject, body, ...(reply ? { in_reply_to: reply.id } : {}) }, PERSON));
    setSending(false);
    if (!done) return;
    setSubject(sentOff(subject));
    setBody(sentOff(body));
    setSent(`Sent to ${to}. It is read with its next turn.`);
    onSent();
  };
  const known = agents.some(({ id }) => id === to) ? agents : [...agents, { id: to, role: '', description: '', source: 'page' as const }];
  return (
    <form aria-label="Write to an agent" onSubmit={(event) => { event.preventDefault(); void send(); }}>
      <div className={css.row}>
        <label>To<select className={css.select} value={to} onChange={(event) => setTo(event.target.value)}>{known.map(({ id, role }) => <option key={id} value={id}>{role === '' || role === id ? id : `${id} (${role})`}</option>)}</select></label>
        <label>Kind<select className={css.select} value={type} onChange={(event) => setType(event.target.value as MessageType)}>{messageTypes.map((value) => <option key={value} value={value}>{typeLabels[value]}</option>)}</select></label>
        <label className={css.grow}>Subject<input className={css.text} maxLength={500} value={subject} onChange={(event) => setSubject(event.target.value)} /></label>
      </div>
      <label className="visually-hidden" htmlFor="work-message">Message</label>
      <textarea id="work-message" className={css.text} rows={2} placeholder="Message" value={body} style={{ marginTop: 8 }} onChange={(event) => setBody(event.target.value)} />
      {problem && <Notice tone="bad">{problem}</Notice>}
      <div className={css.actions}><Button look="primary" type="submit" disabled={body.trim() === '' && subject.trim() === ''}>Send</Button><span role="status" className={css.meta}>{sent}</span></div>
    </form>
  );
}
