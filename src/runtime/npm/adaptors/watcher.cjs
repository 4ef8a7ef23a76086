/** In the place of the native part of @parcel/watcher. Its own builds in WebAssembly do not start any more, or end the program when somebody unsubscribes; Node's `fs.watch` tells all that is needed. */
'use strict';
const fs = require('node:fs');
const { join } = require('node:path');

/** As the native part does: news are held back for so long after the last one, and for so long in all. */
const QUIET_MS = 50;
const LONGEST_MS = 500;

const subscriptions = [];

/** What lies below a folder, by path. `onDirectory` hears of each folder before it is read. */
function read(dir, isIgnored, onDirectory = () => {}, into = new Map()) {
  onDirectory(dir);
  for (const name of fs.readdirSync(dir)) {
    const path = join(dir, name);
    const found = isIgnored(path) ? undefined : look(path);
    if (found === undefined) continue;
    into.set(path, found);
    if (found.isDirectory) read(path, isIgnored, onDirectory, into);
  }
  return into;
}

function look(path) {
  const stat = fs.lstatSync(path, { throwIfNoEntry: false, bigint: true });
  return stat && { isDirectory: stat.isDirectory(), stamp: `${stat.mtimeNs} ${stat.ctimeNs} ${stat.size}` };
}

function ignoring(dir, { ignorePaths = [], ignoreGlobs = [] } = {}) {
  const globs = ignoreGlobs.map((source) => new RegExp(`^(?:${source})$`));
  return (path) => ignorePaths.some((ignored) => path === ignored || path.startsWith(`${ignored}/`)) || globs.some((glob) => glob.test(path.slice(dir.length + 1)));
}

class Subscription {
  constructor(dir, callback, options) {
    Object.assign(this, { dir, callback, key: JSON.stringify(options ?? {}), isIgnored: ignoring(dir, options), watchers: new Map(), events: new Map(), timer: undefined, since: 0 });
    this.known = read(dir, this.isIgnored, (folder) => this.watch(folder));
  }

  watch(folder) {
    if (this.watchers.has(folder)) return;
    const watcher = fs.watch(folder, (_, name) => name && this.check(join(folder, name)));
    watcher.on('error', () => this.leave(folder));
    this.watchers.set(folder, watcher);
  }

  leave(folder) {
    this.watchers.get(folder)?.close();
    this.watchers.delete(folder);
  }

  check(path) {
    if (this.isIgnored(path)) return;
    const before = this.known.get(path);
    const now = look(path);
    if (before !== undefined && now?.isDirectory !== before.isDirectory) this.forget(path, before);
    if (now === undefined) return;
    this.known.set(path, now);
    if (before?.isDirectory === now.isDirectory) {
      if (!now.isDirectory && now.stamp !== before.stamp) this.note(path, 'update');
      return;
    }
    this.note(path, 'create');
    if (!now.isDirectory) return;
    try {
      for (const [inner, found] of read(path, this.isIgnored, (folder) => this.watch(folder))) {
        if (!this.known.has(inner)) this.note(inner, 'create');
        this.known.set(inner, found);
      }
    } catch (error) {
      // Gone again: the folder around it tells.
      if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    }
  }

  forget(path, { isDirectory }) {
    this.known.delete(path);
    this.note(path, 'delete');
    if (!isDirectory) return;
    for (const inner of [...this.known.keys()].filter((one) => one.startsWith(`${path}/`))) this.known.delete(inner);
    for (const folder of [...this.watchers.keys()].filter((one) => one === path || one.startsWith(`${path}/`))) this.leave(folder);
  }

  /** What follows each other on one path becomes one event. */
  note(path, type) {
    const before = this.events.get(path);
    this.events.delete(path);
    if (before === 'create' && type === 'delete') return;
    this.events.set(path, before === 'create' ? 'create' : before === 'delete' && type === 'create' ? 'update' : type);
    this.since ||= Date.now();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.tell(), Math.min(QUIET_MS, Math.max(0, this.since + LONGEST_MS - Date.now())));
  }

  tell() {
    const events = [...this.events].map(([path, type]) => ({ path, type }));
    this.events.clear();
    this.since = 0;
    if (events.length > 0) this.callback(null, events);
  }

  close() {
    clearTimeout(this.timer);
    for (const folder of [...this.watchers.keys()]) this.leave(folder);
  }
}

module.exports = {
  async subscribe(dir, callback, options) {
    subscriptions.push(new Subscription(dir, callback, options));
  },
  async unsubscribe(dir, callback, options) {
    const key = JSON.stringify(options ?? {});
    const at = subscriptions.findIndex((one) => one.dir === dir && one.callback === callback && one.key === key);
    if (at >= 0) subscriptions.splice(at, 1)[0].close();
  },
  async writeSnapshot(dir, snapshot, options) {
    fs.writeFileSync(snapshot, JSON.stringify([...read(dir, ignoring(dir, options))]));
  },
  async getEventsSince(dir, snapshot, options) {
    const before = new Map(JSON.parse(fs.readFileSync(snapshot, 'utf8')));
    const now = read(dir, ignoring(dir, options));
    const events = [];
    for (const [path, { isDirectory, stamp }] of now) {
      if (!before.has(path)) events.push({ path, type: 'create' });
      else if (!isDirectory && before.get(path).stamp !== stamp) events.push({ path, type: 'update' });
    }
    for (const path of before.keys()) if (!now.has(path)) events.push({ path, type: 'delete' });
    return events;
  },
};
