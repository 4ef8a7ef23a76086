/**
 * Commits and tags as GitHub's API describes them, and back to the bytes that git has. The API gives times in UTC and trims messages: what it leaves out
 * is tried until the id is right.
 */
import { sha1Hex } from '../sha1.ts';
import type { CommitObject } from 'isomorphic-git';
import { zone } from '../reflog.ts';

export interface GithubPerson { name: string; email: string; date: string }

export interface GithubCommit {
  sha: string;
  message: string;
  author: GithubPerson;
  committer: GithubPerson;
  tree: { sha: string };
  parents: { sha: string }[];
  /** A signed object is given as it was signed. */
  verification?: { payload: string | null; signature: string | null } | undefined;
}

export interface GithubTag {
  sha: string;
  tag: { tag: string; message: string; tagger: GithubPerson; object: { sha: string; type: string } };
  verification?: GithubCommit['verification'];
}

/** Minutes east of UTC that clocks are set to, the usual ones first. */
const OFFSETS = [0, 60, 120, -300, -240, -420, -480, 330, 480, 540, ...Array.from({ length: 105 }, (_, at) => (at - 48) * 15)];

/** The object's content, or undefined when no way of writing it has its id. */
export function rebuildCommit(object: GithubCommit | GithubTag): Uint8Array | undefined {
  const type = 'tag' in object ? 'tag' : 'commit';
  const fits = (text: string): Buffer | undefined => {
    const bytes = Buffer.from(text);
    return sha1Hex(`${type} ${bytes.length}\0`, bytes) === object.sha ? bytes : undefined;
  };
  const signed = object.verification?.payload;
  const signature = object.verification?.signature;
  if (signed && signature) {
    for (const text of type === 'tag' ? [signed + signature, `${signed}${signature}\n`] : signedCommits(signed, signature)) {
      const bytes = fits(text);
      if (bytes) return bytes;
    }
    return undefined;
  }
  if ('tag' in object) {
    const { tag, message, tagger, object: target } = object.tag;
    for (const offset of OFFSETS) for (const text of endings(message)) {
      const bytes = fits(`object ${target.sha}\ntype ${target.type}\ntag ${tag}\ntagger ${person(tagger, offset)}\n\n${text}`);
      if (bytes) return bytes;
    }
    return undefined;
  }
  const { author, committer, tree, parents, message } = object;
  const head = `tree ${tree.sha}\n${parents.map(({ sha }) => `parent ${sha}\n`).join('')}`;
  for (const alike of [true, false]) for (const first of OFFSETS) for (const second of alike ? [first] : OFFSETS) for (const text of endings(message)) {
    const bytes = fits(`${head}author ${person(author, first)}\ncommitter ${person(committer, second)}\n\n${text}`);
    if (bytes) return bytes;
  }
  return undefined;
}

const endings = (message: string): string[] => [message, `${message}\n`];

function person({ name, email, date }: GithubPerson, offset: number): string {
  return `${name} <${email}> ${Math.floor(Date.parse(date) / 1000)} ${zone(0 - offset)}`;
}

/** The signature is a header of its own, after the committer; its lines are indented. */
function signedCommits(payload: string, signature: string): string[] {
  const at = payload.indexOf('\n\n');
  return [signature, `${signature.replace(/\n*$/, '')}\n`, signature.replace(/\n*$/, '')].map((text) => `${payload.slice(0, at)}\ngpgsig ${text.replaceAll('\n', '\n ')}${payload.slice(at)}`);
}

/** What the API makes the same commit of. */
export function commitFields(commit: CommitObject): unknown {
  const who = ({ name, email, timestamp, timezoneOffset }: CommitObject['author']): GithubPerson => {
    const local = new Date((timestamp - timezoneOffset * 60) * 1000).toISOString().slice(0, 19);
    const east = zone(timezoneOffset);
    return { name, email, date: `${local}${east === '+0000' ? 'Z' : `${east.slice(0, 3)}:${east.slice(3)}`}` };
  };
  return { message: commit.message, tree: commit.tree, parents: commit.parent, author: who(commit.author), committer: who(commit.committer) };
}
