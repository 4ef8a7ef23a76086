/** Where peers meet: in this browser, or on a server that a class or team has in common. */
import { useEffect, useState, type MouseEvent } from 'react';
import { useStore } from 'zustand';
import { serverAddress } from '../../peers/nats/address.ts';
import type { PeersState } from '../../project/join-peers.ts';
import { PEERS_PASSWORD } from '../../project/team-server.ts';
import { AppError } from '../../shared/errors.ts';
import { useApp, useWorkspace } from '../context.ts';
import { Button } from '../kit/button.tsx';
import { CheckField, Notice, TextField } from '../kit/field.tsx';

/** Undefined for an address that can be used. */
function problemOf(address: string): string | undefined {
  try {
    serverAddress(address);
    return undefined;
  } catch (error) {
    return AppError.from(error).message;
  }
}

export function MachinesSettings() {
  const { settings, secrets } = useApp();
  const workspace = useWorkspace();
  const saved = useStore(settings);
  const project = useStore(workspace.project, ({ name }) => name);
  const state = useStore(workspace.peers);
  const [address, setAddress] = useState(saved.peersServer);
  const [team, setTeam] = useState(saved.peersTeam);
  const [user, setUser] = useState(saved.peersUser);
  const [password, setPassword] = useState('');
  /** Undefined while nobody has touched the box: whether the password is remembered already is not known. */
  const [remember, setRemember] = useState<boolean>();
  /** The one that is used, whether it is remembered or not. */
  const [used, setUsed] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const on = saved.peersOnServer;
  const wrong = address.trim() === '' ? undefined : problemOf(address);
  useEffect(() => void secrets.get(PEERS_PASSWORD).then((known) => {
    if (known === undefined) return;
    setUsed(known);
    setPassword((typed) => typed || known);
  }), [secrets]);

  const connect = async (): Promise<void> => {
    setProblem(undefined);
    try {
      // Another one takes the place of what was remembered before. The same one stays as it is.
      if (password !== used || remember !== undefined) {
        if (password === '' || !remember) await secrets.forget(PEERS_PASSWORD);
        if (password !== '') await secrets.set(PEERS_PASSWORD, password, { remember: remember === true });
        setUsed(password);
      }
      settings.setState({ peersOnServer: true, peersServer: serverAddress(address), peersTeam: team.trim(), peersUser: user.trim() });
    } catch (error) {
      setProblem(AppError.from(error).message);
    }
  };

  const disconnect = (event: MouseEvent): void => {
    // The button, which keeps the focus, is the one that connects by the time the browser does what a click on it does.
    event.preventDefault();
    settings.setState({ peersOnServer: false });
  };

  return (
    <form onSubmit={(event) => { event.preventDefault(); void connect(); }}>
      <p style={{ margin: '0 0 8px' }}>Tabs of this browser always work together. With a NATS server, pages on several machines do so too: everybody with the same address, team code and project name (here: <b>{project}</b>).</p>
      <TextField label="Server" value={address} readOnly={on} placeholder="wss://peers.school.example" onChange={({ target }) => setAddress(target.value)} aria-invalid={wrong !== undefined}
        hint={wrong ?? 'Empty by default: nothing is sent anywhere.'} />
      <TextField label="Team code" value={team} readOnly={on} onChange={({ target }) => setTeam(target.value)} hint="Any word that your class or team has in common. Other teams on the server have another." />
      <TextField label="User" value={user} readOnly={on} onChange={({ target }) => setUser(target.value)} hint="Only if the server asks for one." />
      <TextField label="Password" type="password" value={password} readOnly={on} onChange={({ target }) => setPassword(target.value)} />
      {!on && <CheckField label="Remember the password in this browser" checked={remember === true} onChange={setRemember} hint="Encrypted. Otherwise it is forgotten when this page is closed, and other tabs do not have it." />}
      <p style={{ margin: '0 0 10px' }}><b>What the server gets:</b> who is here, which agents work and on what, locks, calls between agents with their texts and results, webhooks that are handed on. Whoever has the address, the password and the code can read and change that. <b>What stays in this browser:</b> files and their history, terminals, beads, messages, questions, keys.</p>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' }}>
        {on ? <Button onClick={disconnect}>Disconnect</Button>
          : <Button look="primary" type="submit" disabled={address.trim() === '' || wrong !== undefined || team.trim() === ''}>Connect</Button>}
        <span role="status" aria-label="Several machines"><Where state={state} wished={on} /></span>
      </div>
      {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
    </form>
  );
}

function Where({ state, wished }: { state: PeersState; wished: boolean }) {
  switch (state.state) {
    case 'joining': return <>{state.reason === undefined ? '' : `${state.reason} `}{wished ? 'Connecting…' : ''}</>;
    case 'alone': return <>This tab works by itself: {state.reason}</>;
    case 'joined': return <Met state={state} wished={wished} />;
  }
}

function Met({ state: { peers, server, problem }, wished }: { state: Extract<PeersState, { state: 'joined' }>; wished: boolean }) {
  const others = useStore(peers.presence.store, (presence) => presence.others.length);
  const count = others === 0 ? 'Nobody else is here.' : others === 1 ? '1 other page is here.' : `${others} other pages are here.`;
  if (server !== undefined) return <>Connected. {count}</>;
  if (!wished) return <>{problem ?? 'Not connected: only tabs of this browser work together.'}</>;
  return <>{problem} Only tabs of this browser work together meanwhile. It is tried again.</>;
}
