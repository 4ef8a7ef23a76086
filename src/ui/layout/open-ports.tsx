/** Servers that programs in the sandbox run. Previews are not built yet, and the page says so where a person would look for one. */
import { Radio } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { useWorkspace } from '../context.ts';
import { Button } from '../kit/button.tsx';
import css from './layout.module.css';

export function OpenPorts() {
  const { open } = useStore(useWorkspace().ports);
  const [dismissed, setDismissed] = useState<readonly number[]>([]);
  const shown = open.filter((port) => !dismissed.includes(port));
  // The region is there before its text, or screen readers would not announce the first server.
  return (
    <div role="status" aria-label="Servers in the sandbox">
      {shown.length > 0 && (
        <div className={css.ports}>
          <Radio size={15} aria-hidden />
          <p>
            {shown.length === 1 ? 'A server listens' : 'Servers listen'} on {shown.map((port) => `localhost:${port}`).join(', ')} in the sandbox. Previews in the page are not built yet; programs in
            the sandbox reach it, for example with <code>node -p &quot;await (await fetch(&#39;http://localhost:{shown[0]}&#39;)).text()&quot;</code>
          </p>
          <Button onClick={() => setDismissed(open)}>Dismiss</Button>
        </div>
      )}
    </div>
  );
}
