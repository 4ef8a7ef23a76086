/**
 * Watches on files and directories, told as inotify would and named as `fs.watch` names them on Linux: `change` for contents and
 * attributes, `rename` for names that come and go.
 */
import { DirectoryInode, type Inode } from './inode.ts';

export type WatchEventName = 'rename' | 'change';
export type WatchListener = (event: WatchEventName, filename: string) => void;

/** Longest name that an event carries: the longest path. */
const MAX_RELATIVE = 4096;

interface Watch {
  recursive: boolean;
  /** Last component of the watched path: what events on the watched thing itself are called. */
  label: string;
  listener: WatchListener;
  /** Told of each name of a file with several; inotify, and so programs, hear of the one that it was changed by. */
  everyName: boolean;
  pending: { event: WatchEventName; filename: string }[];
}

export class WatchHub {
  private readonly byInode = new Map<Inode, Set<Watch>>();

  /** Starts a watch; the result ends it. Events arrive after the operation that caused them is over, in order. */
  add(inode: Inode, recursive: boolean, label: string, listener: WatchListener, everyName = false): () => void {
    const watch: Watch = { recursive, label, listener, everyName, pending: [] };
    let set = this.byInode.get(inode);
    if (!set) this.byInode.set(inode, (set = new Set()));
    set.add(watch);
    return () => {
      set.delete(watch);
      watch.pending = [];
      if (set.size === 0 && this.byInode.get(inode) === set) this.byInode.delete(inode);
    };
  }

  get idle(): boolean {
    return this.byInode.size === 0;
  }

  /** Contents or attributes changed. `via`: the entry it was opened by, when that is known. */
  changed(inode: Inode, via?: { dir: DirectoryInode; name: string }): void {
    if (this.idle) return;
    // For a directory inotify sets a further bit (IN_ISDIR), which libuv takes for a rename; programs see it so.
    const event = inode instanceof DirectoryInode ? 'rename' : 'change';
    this.self(inode, event);
    const seen = new Set<string>();
    if (inode.links) inode.links = inode.links.filter(({ dir, name }) => {
      const key = `${dir.ino}/${name}`;
      return dir.entries.get(name) === inode && !seen.has(key) && seen.add(key);
    });
    // Where it was linked last may be gone while another name is still there.
    const entry = via && via.dir.entries.get(via.name) === inode ? via : entryOf(inode) ?? inode.links?.[0];
    if (entry) this.entry(entry.dir, entry.name, event);
    if (!inode.links) return;
    for (const { dir, name } of inode.links) if (entry?.dir !== dir || entry.name !== name) this.entry(dir, name, event, true);
  }

  /** The number of its links changed: seen only by those who watch the inode itself. */
  linksChanged(inode: Inode): void {
    if (!this.idle) this.self(inode, 'change');
  }

  /** The inode was moved. */
  selfMoved(inode: Inode): void {
    if (!this.idle) this.self(inode, 'rename');
  }

  /** The inode ceased to exist: inotify reports the deletion and then the end of the watch, both of them a `rename`. */
  ceased(inode: Inode): void {
    if (this.idle) return;
    this.self(inode, 'rename');
    this.self(inode, 'rename', true);
  }

  /** A name appeared in or vanished from a directory. */
  entryMoved(dir: DirectoryInode, name: string): void {
    if (!this.idle) this.entry(dir, name, 'rename');
  }

  private self(inode: Inode, event: WatchEventName, distinct = false): void {
    const set = this.byInode.get(inode);
    if (set) for (const watch of set) queue(watch, event, watch.label, distinct);
  }

  /** @param further for those alone who want to hear every name */
  private entry(dir: DirectoryInode, name: string, event: WatchEventName, further = false): void {
    const direct = this.byInode.get(dir);
    if (direct) for (const watch of direct) if (!further || watch.everyName) queue(watch, event, name);
    let relative = name;
    for (let node = dir; node.parent !== node && node.parent !== null; ) {
      relative = `${node.name}/${relative}`;
      // Through chdir a chain of folders can be built that no path reaches. Its every change would climb all of it.
      if (relative.length > MAX_RELATIVE) return;
      node = node.parent;
      const set = this.byInode.get(node);
      if (set) for (const watch of set) if (watch.recursive && (!further || watch.everyName)) queue(watch, event, relative);
    }
  }
}

function entryOf(inode: Inode): { dir: DirectoryInode; name: string } | null {
  const dir = inode.parent;
  return dir && dir !== inode && dir.entries.get(inode.name) === inode ? { dir, name: inode.name } : null;
}

function queue(watch: Watch, event: WatchEventName, filename: string, distinct = false): void {
  const { pending } = watch;
  const latest = pending[pending.length - 1];
  // inotify drops an event equal to the newest unread one; without that a file written in ten pieces would be ten events.
  if (!distinct && latest && latest.event === event && latest.filename === filename) return;
  pending.push({ event, filename });
  if (pending.length > 1) return;
  queueMicrotask(() => {
    const events = watch.pending;
    watch.pending = [];
    for (const e of events) watch.listener(e.event, e.filename);
  });
}
