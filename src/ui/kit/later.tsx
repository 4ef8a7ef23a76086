/** Parts of the page that are loaded when they are first shown, or a little before: what starts the page has a budget. */
import { Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { part } from './part.tsx';

export interface LaterComponent<Props> {
  (props: Props): ReactNode;
  /** Loads it, so that it is there at once when it is shown. What people type at a dialog that is still to come would be lost. */
  preload(): void;
}

/** The component that `load` brings; nothing is there until it came. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): LaterComponent<Props> {
  let Ready: ComponentType<Props> | undefined;
  const loading = async () => {
    Ready = await load();
    return Ready;
  };
  const Loaded = part(loading);
  function Later(props: Props): ReactNode {
    // Chosen once: going over to the other would make the dialog anew, and what was typed in it would be gone.
    const [There] = useState(() => Ready);
    return There ? <There {...props} /> : <Suspense fallback={null}><Loaded {...props} /></Suspense>;
  }
  return Object.assign(Later, { preload: () => void loading().catch(() => undefined) });
}
