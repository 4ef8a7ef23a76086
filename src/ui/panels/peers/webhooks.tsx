/** Events from outside: what came, a form to send one by hand, and where they may come from. */
import { useId, useState } from 'react';
import type { Peers } from '../../../peers/peers.ts';
import type { Delivery } from '../../../peers/webhooks.ts';
import { Button } from '../../kit/button.tsx';
import { Notice } from '../../kit/field.tsx';
import { useAttempt } from '../work/use-attempt.ts';
import work from '../work/work.module.css';
import { clockText, readJson } from './peer-words.ts';
import { Empty, Section } from './section.tsx';
import { webhookExamples } from './webhook-examples.ts';
import { WebhookSettings } from './webhook-settings.tsx';
import css from './peers.module.css';

const ways: Record<Delivery['via'], string> = { panel: 'by hand', page: 'from the page around this one', relay: 'from the relay' };

const wokeText = (woke: readonly string[]): string => (woke.length > 0 ? `woke ${woke.join(', ')}` : 'nobody waited for it');

export function Webhooks({ peers, deliveries }: { peers: Peers; deliveries: readonly Delivery[] }) {
  const [said, setSaid] = useState('');
  const { problem, attempt } = useAttempt();
  return (
    <Section title="Webhooks" about="A webhook is a message that a website sends when something happens there, for example when somebody merges a pull request on GitHub. An agent that waits for it goes on.">
      <SendForm peers={peers} onSent={(woke) => setSaid(`Sent: ${wokeText(woke)}.`)} />
      <span role="status" className={css.meta}>{said}</span>
      <WebhookSettings />
      <h3 className={css.sub}>What came</h3>
      {problem && <Notice tone="bad">{problem}</Notice>}
      {deliveries.length === 0 && <Empty>No webhook has come yet. Send one with the form above.</Empty>}
      <ul className={css.list} aria-label="Webhooks that came">
        {deliveries.map((delivery) => (
          <li key={delivery.id} className={css.item}>
            <details>
              <summary>
                <span className={css.name}>{delivery.source}: {delivery.event}</span>{' '}
                <span className={`${css.chip} ${delivery.woke.length > 0 ? css.good : css.warn}`}>{wokeText(delivery.woke)}</span>{' '}
                <span className={css.meta}>{clockText(delivery.at)}, {ways[delivery.via]}</span>
              </summary>
              <pre className={css.said} tabIndex={0} aria-label="Payload">{JSON.stringify(delivery.payload, null, 2).slice(0, 20_000)}</pre>
            </details>
            <div className={css.actions}>
              <Button aria-label={`Send ${delivery.source}: ${delivery.event} again`} onClick={() => void attempt(async () => setSaid(`Sent again: ${wokeText(await peers.webhooks.again(delivery.id))}.`))}>Send again</Button>
              <Button aria-label={`Forget ${delivery.source}: ${delivery.event}`} onClick={() => void attempt(() => peers.webhooks.forget(delivery.id))}>Forget</Button>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function SendForm({ peers, onSent }: { peers: Peers; onSent(woke: readonly string[]): void }) {
  const [source, setSource] = useState('github');
  const [event, setEvent] = useState('pull_request');
  const [text, setText] = useState(() => JSON.stringify(webhookExamples[0]!.payload, null, 2));
  const { problem, attempt } = useAttempt();
  const id = useId();
  const read = readJson(text);
  const send = async (): Promise<void> => {
    if ('problem' in read) return;
    await attempt(async () => onSent((await peers.webhooks.deliver({ source, event, payload: read.value }, 'panel'))?.woke ?? []));
  };
  const choose = (label: string): void => {
    const chosen = webhookExamples.find((one) => one.label === label);
    if (!chosen) return;
    setSource(chosen.source);
    setEvent(chosen.event);
    setText(JSON.stringify(chosen.payload, null, 2));
  };
  return (
    <form className={css.form} aria-label="Send a webhook" onSubmit={(submitted) => { submitted.preventDefault(); void send(); }}>
      <label htmlFor={`${id}-example`}>Example</label>
      <select id={`${id}-example`} className={work.select} onChange={({ target }) => choose(target.value)}>{webhookExamples.map(({ label }) => <option key={label}>{label}</option>)}</select>
      <div className={css.pair}>
        <div><label htmlFor={`${id}-source`}>Source</label><input id={`${id}-source`} className={work.text} value={source} maxLength={100} autoComplete="off" onChange={({ target }) => setSource(target.value)} /></div>
        <div><label htmlFor={`${id}-event`}>Event</label><input id={`${id}-event`} className={work.text} value={event} maxLength={100} autoComplete="off" onChange={({ target }) => setEvent(target.value)} /></div>
      </div>
      <label htmlFor={`${id}-payload`}>Content (JSON)</label>
      <textarea id={`${id}-payload`} className={`${work.text} ${css.json}`} rows={6} value={text} spellCheck={false} aria-invalid={'problem' in read} aria-describedby={`${id}-problem`} onChange={({ target }) => setText(target.value)} />
      <div id={`${id}-problem`} className={css.meta}>{'problem' in read ? read.problem : ''}</div>
      {problem && <Notice tone="bad">{problem}</Notice>}
      <div className={css.actions}><Button look="primary" type="submit" disabled={'problem' in read || source.trim() === '' || event.trim() === ''}>Send webhook</Button></div>
    </form>
  );
}
