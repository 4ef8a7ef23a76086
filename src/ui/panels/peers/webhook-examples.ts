/** Webhooks to begin with, in the form in which the services send them. */
import type { Json } from '../../../shared/json.ts';

export const webhookExamples: readonly { label: string; source: string; event: string; payload: Json }[] = [
  {
    label: 'GitHub: a pull request was merged', source: 'github', event: 'pull_request',
    payload: { action: 'closed', number: 7, repository: { full_name: 'acme/app' }, pull_request: { number: 7, title: 'Round up', merged: true, user: { login: 'mia' }, head: { ref: 'round-up' } }, sender: { login: 'mia' } },
  },
  {
    label: 'GitHub: commits were pushed', source: 'github', event: 'push',
    payload: { ref: 'refs/heads/main', repository: { full_name: 'acme/app' }, head_commit: { message: 'Round up', author: { username: 'mia' } }, sender: { login: 'mia' } },
  },
  { label: 'A timer', source: 'timer', event: 'tick', payload: { minutes: 10 } },
];
