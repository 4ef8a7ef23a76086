/** Which objects belong to a history, and packs of them. */
import { sha1 } from '../sha1.ts';
import * as git from 'isomorphic-git';
import { fatal } from '../errors.ts';
import { shallowCommits } from '../merge/merge-base.ts';
import type { Repository } from '../repository.ts';
import { hasObject } from '../write-objects.ts';

export type KnownObject = (oid: string) => boolean | Promise<boolean>;

/** All objects behind `wants` except those behind what is `known`. Parents before nothing in particular; each once. */
export async function objectsOf(repo: Repository, wants: readonly string[], known: KnownObject): Promise<string[]> {
  const found = new Set<string>();
  const ends = await shallowCommits(repo);
  const addTree = async (oid: string): Promise<void> => {
    if (found.has(oid) || (await known(oid))) return;
    found.add(oid);
    for (const entry of (await git.readTree({ ...repo, oid })).tree) {
      if (entry.type === 'tree') await addTree(entry.oid);
      else if (entry.type === 'blob' && !found.has(entry.oid) && !(await known(entry.oid))) found.add(entry.oid);
    }
  };
  const open = [...wants];
  while (open.length > 0) {
    const oid = open.pop()!;
    if (found.has(oid) || (await known(oid))) continue;
    const { type, object } = await git.readObject({ ...repo, oid, format: 'content' }) as { type: string; object: Uint8Array };
    if (type === 'tree') {
      await addTree(oid);
      continue;
    }
    found.add(oid);
    const text = type === 'blob' ? '' : Buffer.from(object.buffer, object.byteOffset, object.byteLength).toString('latin1').split('\n\n')[0]!;
    if (type === 'tag') open.push(/^object ([0-9a-f]{40})/.exec(text)![1]!);
    if (type !== 'commit') continue;
    await addTree(/^tree ([0-9a-f]{40})/.exec(text)![1]!);
    if (!ends.has(oid)) open.push(...[...text.matchAll(/^parent ([0-9a-f]{40})/gm)].map((match) => match[1]!));
  }
  return [...found];
}

/** What the other side surely has: everything behind these commits. Ids that are not here say nothing. */
export async function behind(repo: Repository, haves: Iterable<string>): Promise<Set<string>> {
  const here: string[] = [];
  for (const oid of haves) if (await hasObject(repo, oid)) here.push(oid);
  return new Set(await objectsOf(repo, here, () => false));
}

export async function packOf(repo: Repository, oids: readonly string[]): Promise<Uint8Array> {
  if (oids.length > 0) return (await git.packObjects({ ...repo, oids: [...oids] })).packfile!;
  const header = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1');
  return Buffer.concat([header, sha1(header)]);
}

/** Puts a pack into the repository, after its checksum was compared. @throws GitError for a damaged one. */
export async function storePack(repo: Repository, pack: Uint8Array): Promise<void> {
  const bytes = Buffer.from(pack.buffer, pack.byteOffset, pack.byteLength);
  if (bytes.length < 32 || bytes.toString('latin1', 0, 4) !== 'PACK') throw fatal('protocol error: bad pack header');
  const sum = Buffer.from(sha1(bytes.subarray(0, -20)));
  if (!sum.equals(bytes.subarray(-20))) throw fatal('pack is corrupted (SHA1 mismatch)');
  if (bytes.readUInt32BE(8) === 0) return;
  const filepath = `objects/pack/pack-${sum.toString('hex')}.pack`;
  await repo.fs.promises.mkdir(`${repo.gitdir}/objects/pack`, { recursive: true });
  await repo.fs.promises.writeFile(`${repo.gitdir}/${filepath}`, bytes);
  try {
    await git.indexPack({ fs: repo.fs, dir: repo.gitdir, gitdir: repo.gitdir, filepath, cache: {} });
  } catch (error) {
    await repo.fs.promises.rm(`${repo.gitdir}/${filepath}`, { force: true });
    throw error;
  }
  repo.cache = {};
}

/** Copies loose, from one repository to another on the same file system; what an object needs comes before it, so that a copy that is cut short can be made again. */
export async function copyObjects(from: Repository, to: Repository, wants: readonly string[]): Promise<void> {
  for (const oid of (await objectsOf(from, wants, (id) => hasObject(to, id))).reverse()) {
    const { type, object } = await git.readObject({ ...from, oid, format: 'content' }) as { type: 'blob' | 'tree' | 'commit' | 'tag'; object: Uint8Array };
    await git.writeObject({ ...to, type, object, format: 'content' });
  }
}

/** Notes where a history ends. */
export async function addShallow(repo: Repository, oids: Iterable<string>, gone: Iterable<string> = []): Promise<void> {
  const all = await shallowCommits(repo);
  for (const oid of oids) all.add(oid);
  for (const oid of gone) all.delete(oid);
  const path = `${repo.gitdir}/shallow`;
  if (all.size === 0) await repo.fs.promises.rm(path, { force: true });
  else await repo.fs.promises.writeFile(path, [...all].map((oid) => `${oid}\n`).join(''));
}
