/** Entry of the page. */
import { createRoot } from 'react-dom/client';
import { compose } from './compose.ts';
import { App } from './ui/app.tsx';

const app = compose();
createRoot(document.getElementById('root')!).render(<App app={app} />);
