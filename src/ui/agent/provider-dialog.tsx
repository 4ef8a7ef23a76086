import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { AppError } from '../../shared/errors.ts';
import { systemNames, systemWords, type SystemName } from '../../tools/systems/names.ts';
import { useApp } from '../context.ts';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { CheckField, Notice, RadioField, SelectField, TextField } from '../kit/field.tsx';
import { waitTimeouts, type Settings } from '../../project/settings.ts';
import { checkKeyAddress, MODEL_KEY } from './model-key.ts';

/** Which model, where, with which key, and how it asks for tools. */
export function ProviderDialog({ onClose }: { onClose(): void }) {
  const { settings, secrets } = useApp();
  const saved = useStore(settings);
  const [baseUrl, setBaseUrl] = useState(saved.baseUrl);
  const [model, setModel] = useState(saved.model);
  const [dialect, setDialect] = useState(saved.dialect);
  const [system, setSystem] = useState(saved.system);
  const [waitTimeout, setWaitTimeout] = useState(saved.waitTimeout);
  const [remember, setRemember] = useState(saved.rememberKey);
  const [key, setKey] = useState('');
  /** Unknown until the store has answered. */
  const [hasKey, setHasKey] = useState<boolean>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => { void secrets.get(MODEL_KEY).then((known) => setHasKey(known !== undefined)); }, [secrets]);

  const save = async (): Promise<void> => {
    try {
      const address = checkAddress(baseUrl);
      if (model.trim() === '') throw new AppError('invalid', 'Type the model’s name as its service calls it.');
      const value = key === '' ? await secrets.get(MODEL_KEY) : key;
      // Whoever talks a person into another address must not get the key of the last one.
      if (key === '' && value !== undefined) checkKeyAddress(saved.baseUrl, address);
      if (!remember) await secrets.forget(MODEL_KEY);
      if (value !== undefined) await secrets.set(MODEL_KEY, value, { remember });
      settings.setState({ baseUrl: address, model: model.trim(), dialect, system, waitTimeout, rememberKey: remember, usesKey: value !== undefined });
      onClose();
    } catch (error) {
      setProblem(AppError.from(error).message);
    }
  };

  return (
    <Dialog open title="Model and key" text="Any service that speaks the OpenAI chat API: OpenAI, OpenRouter, Ollama, LM Studio, llama.cpp, vLLM and others." onClose={onClose}>
      <form onSubmit={(event) => { event.preventDefault(); void save(); }}>
        <TextField label="Base address" value={baseUrl} onChange={(event) => setBaseUrl(event.target.value)} placeholder="http://localhost:11434/v1" inputMode="url"
          hint="Ends in /v1 with most services. A server on your computer has to allow this page’s origin (Ollama: OLLAMA_ORIGINS)." />
        <TextField label="Model" value={model} onChange={(event) => setModel(event.target.value)} placeholder="e.g. qwen3-coder" />
        <TextField label="Key" type="password" value={key} onChange={(event) => setKey(event.target.value)} placeholder={hasKey === undefined ? '' : hasKey ? 'A key is set; type to replace it' : 'Leave empty if the service needs none'}
          hint="Sent only to the address above. Kept in this page’s memory until you close or reload it, unless you tick the box below. Programs in the sandbox cannot read it." />
        <CheckField label="Remember the key in this browser" checked={remember} onChange={setRemember}
          hint="Stored encrypted in this browser’s database, with an encryption key that cannot be copied out. Whoever can use this browser profile can use the key." />
        <RadioField label="How the model calls tools" value={dialect} onChange={(value) => setDialect(value)} options={[
          { value: 'native', label: 'The service’s own tool calls', hint: 'Right for most models.' },
          { value: 'json', label: 'JSON actions in its text', hint: 'For models and servers without tool calls.' },
        ]} />
        <SelectField<SystemName> label="Tools that the model knows" value={system} onChange={setSystem} options={systemNames.map((name) => ({ value: name, ...systemWords[name] }))} />
        <SelectField<Settings['waitTimeout']> label="How long an agent waits for a trigger" value={waitTimeout} onChange={setWaitTimeout} options={waitTimeouts.map((value) => ({ value, label: waitWords[value], hint: 'When it does not say so itself; then it goes on without.' }))} />
        {problem && <Notice tone="bad">{problem}</Notice>}
        <DialogActions>
          {hasKey && <Button look="danger" onClick={() => void secrets.forget(MODEL_KEY).then(() => { setHasKey(false); setKey(''); }, (error: unknown) => setProblem(AppError.from(error).message))}>Forget the key</Button>}
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" disabled={hasKey === undefined}>Save</Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

const waitWords: Record<Settings['waitTimeout'], string> = { '5m': '5 minutes', '30m': '30 minutes', '2h': '2 hours', '1d': 'A day' };

function checkAddress(text: string): string {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    throw new AppError('invalid', 'Type the address with http:// or https://.');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new AppError('invalid', 'Type the address with http:// or https://.');
  return url.href.replace(/\/+$/, '');
}
