/**
 * What an event from outside looks like to those who wait for it. Events of GitHub's form become the flat context that the third document's
 * examples match against (`action`, `repo`, `number` ...), with the whole of what came under `payload`; all others are as they came.
 */
import { isRecord } from '../shared/json.ts';
import type { Json } from '../shared/json.ts';

/** Characters of a text of somebody's in the context; the whole is under `payload`. */
const MAX_TEXT = 4_000;
const MAX_NAMES = 100;

const record = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});
const text = (value: unknown): string | undefined => (typeof value === 'string' ? value.slice(0, MAX_TEXT) : undefined);
const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
const names = (list: unknown): string[] | undefined => (Array.isArray(list) ? list.slice(0, MAX_NAMES).flatMap((one) => text(record(one).name)?.slice(0, 200) ?? []) : undefined);

/** Issue, pull request: what both have. */
function subject(of: Record<string, unknown>): Record<string, unknown> {
  return { number: number(of.number), title: text(of.title), url: text(of.html_url), author: text(record(of.user).login), assignee: text(record(of.assignee).login), labels: names(of.labels) };
}

function details(event: string, body: Record<string, unknown>): Record<string, unknown> {
  const [issue, pull, comment, review, workflow] = [body.issue, body.pull_request, body.comment, body.review, body.workflow_run].map(record);
  switch (event) {
    case 'issues': return { ...subject(issue!), body: text(issue!.body) };
    case 'pull_request': return { ...subject(pull!), body: text(pull!.body), branch: text(record(pull!.head).ref), ...(typeof pull!.merged === 'boolean' ? { merged: pull!.merged } : {}) };
    case 'issue_comment': return { ...subject(issue!), url: text(comment!.html_url), comment: text(comment!.body) };
    case 'pull_request_review': return { ...subject(pull!), url: text(review!.html_url), comment: text(review!.body), branch: text(record(pull!.head).ref) };
    case 'push': {
      const commit = record(body.head_commit);
      return { branch: text(body.ref)?.replace(/^refs\/heads\//, ''), url: text(body.compare), title: text(commit.message), author: text(record(commit.author).username) ?? text(record(body.pusher).name) };
    }
    case 'workflow_run': return { title: text(workflow!.name), url: text(workflow!.html_url), branch: text(workflow!.head_branch), author: text(record(workflow!.actor).login), conclusion: text(workflow!.conclusion) };
    default: return { title: text(body.action) ?? event };
  }
}

/** Whether it has the form of GitHub's: a repository with its full name. */
const isGitHubs = (source: string, payload: Json): boolean => source === 'github' && typeof record(record(payload).repository).full_name === 'string';

/** @returns the payload that triggers carry */
export function webhookContext(source: string, event: string, payload: Json): Json {
  if (!isGitHubs(source, payload)) return payload;
  const body = record(payload);
  const context: Record<string, unknown> = {
    source, event, action: text(body.action), repo: text(record(body.repository).full_name), ...details(event, body), sender: text(record(body.sender).login) ?? 'unknown', payload,
  };
  return Object.fromEntries(Object.entries(context).filter(([, value]) => value !== undefined)) as { [key: string]: Json };
}
