/** Draws the page. */
import { createRoot } from 'react-dom/client';
import type { App as AppModel } from './ui/app-model.ts';
import { App } from './ui/app.tsx';

export function show(app: AppModel): void {
  createRoot(document.getElementById('root')!).render(<App app={app} />);
}
