/** What a preview shows when there is nothing to show: each says what is wrong; those that wait for something come back by themselves. */
import { RESERVED } from '../messages.ts';
import type { PreviewAddress } from './address.ts';

const STYLE = 'body{font:16px/1.5 system-ui,sans-serif;margin:12vh auto;max-width:36rem;padding:0 1.25rem;color:#1c2430;background:#fff}h1{font-size:1.35rem}code{font-size:.95em}a{color:#0a58ca}@media(prefers-color-scheme:dark){body{color:#e6e9ef;background:#14181f}a{color:#8ab4ff}}';

/** Asks every half second whether the page is there now. */
const RETRY = `<script>(function look(){fetch('${RESERVED}status').then(function(r){if(r.status===204)location.reload();else setTimeout(look,500)},function(){setTimeout(look,1000)})})()</script>`;

function page(status: number, title: string, body: string, retry = ''): Response {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style><main><h1>${title}</h1>${body}</main>${retry}</html>`;
  return new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store', 'Cross-Origin-Embedder-Policy': 'require-corp', 'Cross-Origin-Resource-Policy': 'cross-origin', 'Origin-Agent-Cluster': '?1',
    },
  });
}

const escape = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** The sandbox itself is not there. */
export const gonePage = (own: PreviewAddress): Response => page(503, 'The sandbox is not open', `<p>This address shows a server that runs in Tabloom, in another tab of this browser. Open the project there and start the server; this page then loads by itself.</p><p><a href="${own.protocol}//${escape(own.base)}/" target="_blank" rel="noopener">Open Tabloom</a></p>`, `${RETRY}<script src="${RESERVED}connect.js"></script>`);

export const refusedPage = (port: number): Response => page(502, `Nothing listens on port ${port}`, `<p>The sandbox runs, but no program in it listens on <code>localhost:${port}</code>. This page loads by itself as soon as one does.</p>`, RETRY);

export const brokenPage = (port: number, message: string): Response => page(502, 'The server gave no proper answer', `<p>The program on <code>localhost:${port}</code> took the connection, but ${escape(message)}.</p><p><a href="">Try again</a></p>`);
