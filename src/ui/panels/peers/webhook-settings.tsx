/** Where webhooks may come from besides the form: both are off until somebody sets them. */
import { useState } from 'react';
import { useStore } from 'zustand';
import { readOrigins } from '../../../project/webhooks/origins.ts';
import { relayAddress, type RelayState } from '../../../project/webhooks/relay.ts';
import type { WebhookSources } from '../../../project/webhooks/sources.ts';
import { useApp, useWorkspace } from '../../context.ts';
import { Button } from '../../kit/button.tsx';
import { TextField } from '../../kit/field.tsx';
import css from './peers.module.css';

function stateText(state: RelayState): string {
  switch (state.state) {
    case 'off': return 'No relay is set.';
    case 'wrong': return state.reason;
    case 'elsewhere': return 'Another tab listens to the relay. This one goes on when that is closed.';
    case 'connecting': return state.tries > 1 ? `Connecting to the relay, try ${state.tries}…` : 'Connecting to the relay…';
    case 'open': return `Connected. ${state.received === 1 ? '1 webhook' : `${state.received} webhooks`} so far.${state.problem === undefined ? '' : ` The last one was refused: ${state.problem}`}`;
    case 'broken': return `The relay does not answer. It is tried again in ${Math.round(state.again_ms / 1000)} s.`;
  }
}

export function WebhookSettings() {
  const sources = useStore(useWorkspace().webhookSources);
  return sources && <SourcesForm sources={sources} />;
}

function SourcesForm({ sources }: { sources: WebhookSources }) {
  const { settings } = useApp();
  const { webhookRelay, webhookOrigins } = useStore(settings);
  const relay = useStore(sources.relay);
  const [address, setAddress] = useState(webhookRelay);
  const [origins, setOrigins] = useState(webhookOrigins);
  const [said, setSaid] = useState('');
  const { wrong } = readOrigins(origins);
  const bad = address.trim() === '' ? undefined : relayAddress(address);
  const save = (): void => {
    settings.setState({ webhookRelay: address.trim(), webhookOrigins: origins.trim() });
    setSaid('Saved.');
  };
  return (
    <details className={css.item} style={{ marginTop: 8 }}>
      <summary>Where webhooks may come from <span role="status" className={`${css.meta} ${css.below}`}>{stateText(relay)}</span></summary>
      <form className={css.form} onSubmit={(event) => { event.preventDefault(); save(); }}>
        <TextField label="Relay" type="url" value={address} placeholder="https://smee.io/…" onChange={({ target }) => setAddress(target.value)}
          hint={typeof bad === 'string' ? bad : 'Websites cannot call a page in a browser. A relay such as smee.io gives you an address for the website, and this page listens to it. Whoever knows the address can read and send what goes over it.'} />
        <TextField label="Pages that may send webhooks" value={origins} placeholder="https://school.example" onChange={({ target }) => setOrigins(target.value)}
          hint={wrong.length > 0 ? `No origin: ${wrong.join(', ')}. Write it as https://name, without a path.` : 'When Tabloom is shown inside another page, only pages from these addresses are heard. Empty: none.'} />
        <div className={css.actions}><Button type="submit" disabled={typeof bad === 'string' || wrong.length > 0 || (address.trim() === webhookRelay && origins.trim() === webhookOrigins)}>Save</Button><span role="status" className={css.meta}>{said}</span></div>
      </form>
    </details>
  );
}
