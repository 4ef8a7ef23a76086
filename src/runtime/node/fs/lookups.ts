/**
 * What this process knows of files without asking again. Loading modules asks for the same paths over and over, and for many neighbours: so
 * answers are remembered, and a folder that is asked about twice is listed once. All of it holds until anything in the filesystem changes,
 * which shared memory tells at once (`Sys.changes`).
 */
import { DT, S } from '../../abi/constants.ts';
import { ERRNO, SysError } from '../../abi/errno.ts';
import type { NodeRuntime } from '../runtime.ts';
import { perRuntime } from '../streams/per-runtime.ts';

type Listing = ReadonlyMap<string, number>;

/** An absolute path without anything to resolve in it, and outside the folders whose contents nobody counts. */
const PLAIN = /^\/(?!proc(?:\/|$)|dev(?:\/|$))(?!.*(?:\/\/|\/\.{1,2}(?:\/|$)|\/$|\0)).+$/s;
const MISSING = -ERRNO.ENOENT;
/** A folder is listed when it is asked about for the second time. */
const ASKED_BEFORE_LISTING = 2;

/** Files whose neighbours are likely to be wanted too. */
const SOURCE = /\.(?:[mc]?[jt]s|json)$/;
/** Files of a folder that are read one by one before others are read ahead. */
const READ_BEFORE_AHEAD = 2;
const FIRST_WINDOW = 8, LAST_WINDOW = 64;
const AHEAD_BYTES = 200_000, KEPT_BYTES = 4_000_000, KEPT_MS = 1000;

/** What has been read in one folder. */
interface Reading { wanted: Set<string>; ahead: number; used: number; window: number }

class Lookups {
  private readonly rt: NodeRuntime;
  private seen = -1;
  private readonly answers = new Map<string, unknown>();
  private readonly listings = new Map<string, Listing | null>();
  private readonly asked = new Map<string, number>();
  /** Folders that no part of the path to is a link. */
  private readonly straight = new Map<string, boolean>();

  private readonly readings = new Map<string, Reading>();
  /** Contents read ahead, by path, until they are asked for, anything changes, or a while has passed. */
  private readonly contents = new Map<string, Uint8Array>();
  private kept = 0;

  constructor(rt: NodeRuntime) {
    this.rt = rt;
  }

  /**
   * Contents of a file. Who reads several sources of a folder gets the next ones ahead, many in one call: a program's modules are read one by one,
   * and waiting for the kernel each time took most of the time of loading them. @throws SysError as `Sys.readFile`
   */
  read(path: string): Uint8Array {
    if (!SOURCE.test(path) || !PLAIN.test(path)) return this.rt.sys.readFile(path);
    this.refresh();
    const slash = path.lastIndexOf('/');
    const folder = path.slice(0, slash) || '/';
    const name = path.slice(slash + 1);
    let reading = this.readings.get(folder);
    if (reading === undefined) this.readings.set(folder, reading = { wanted: new Set(), ahead: 0, used: 0, window: FIRST_WINDOW });
    reading.wanted.add(name);
    const known = this.contents.get(path);
    if (known !== undefined) {
      this.contents.delete(path);
      this.kept -= known.length;
      reading.used++;
      return known;
    }
    return this.readAhead(folder, name, reading) ?? this.rt.sys.readFile(path);
  }

  private readAhead(folder: string, name: string, reading: Reading): Uint8Array | undefined {
    // Most of what was read ahead must have been of use.
    if (reading.wanted.size <= READ_BEFORE_AHEAD || reading.used * 2 < reading.ahead - FIRST_WINDOW) return undefined;
    const listing = this.listing(folder, true);
    if (!listing) return undefined;
    const names: string[] = [name];
    let behind = false;
    listing.forEach((type, other) => {
      if (other === name) behind = true;
      else if (behind && names.length <= reading.window && type === DT.FILE && SOURCE.test(other) && !reading.wanted.has(other) && !this.contents.has(`${folder}/${other}`)) names.push(other);
    });
    if (names.length === 1) return undefined;
    reading.window = Math.min(reading.window * 2, LAST_WINDOW);
    let files: (Uint8Array | null)[];
    try {
      files = this.rt.sys.readFiles(folder, names, AHEAD_BYTES);
    } catch (e) {
      if (e instanceof SysError) return undefined;
      throw e;
    }
    if (this.kept === 0) this.rt.native.setTimeout(() => this.forgetContents(), KEPT_MS);
    for (let i = 1; i < files.length; i++) {
      const bytes = files[i];
      if (!bytes || this.kept + bytes.length > KEPT_BYTES) continue;
      this.contents.set(`${folder}/${names[i]}`, bytes);
      this.kept += bytes.length;
      reading.ahead++;
    }
    return files[0] ?? undefined;
  }

  private forgetContents(): void {
    this.contents.clear();
    this.kept = 0;
  }

  /** To be called before anything remembered is used: the count is read before the question, so that a change in between spoils the answer. */
  private refresh(): void {
    const now = this.rt.sys.changes();
    if (now === this.seen) return;
    this.seen = now;
    this.answers.clear();
    this.listings.clear();
    this.asked.clear();
    this.straight.clear();
    this.forgetContents();
  }

  /** The answer to `question`, which must be about an absolute path, asked once until something changes. */
  ask<T>(question: string, path: string, ask: () => T): T {
    if (!PLAIN.test(path)) return ask();
    this.refresh();
    if (this.answers.has(question)) return this.answers.get(question) as T;
    const answer = ask();
    this.answers.set(question, answer);
    return answer;
  }

  /** 0 for what is no folder, 1 for a folder, else the negative errno: Node's `internalModuleStat`. */
  moduleStat(path: string): number {
    if (PLAIN.test(path)) {
      this.refresh();
      const slash = path.lastIndexOf('/');
      const type = this.listing(path.slice(0, slash) || '/', false)?.get(path.slice(slash + 1));
      if (type === DT.DIR) return 1;
      if (type === undefined && this.listings.get(path.slice(0, slash) || '/')) return MISSING;
      if (type !== undefined && type !== DT.LINK) return 0;
    }
    return this.ask(`stat ${path}`, path, () => {
      try {
        return (this.rt.sys.stat(path, true)[1] & S.IFMT) === S.IFDIR ? 1 : 0;
      } catch (e) {
        if (e instanceof SysError) return -e.errno;
        throw e;
      }
    });
  }

  /** The path with its links resolved; undefined when that fails, or cannot be known here. */
  realpath(path: string): string | undefined {
    if (!PLAIN.test(path)) return undefined;
    this.refresh();
    const slash = path.lastIndexOf('/');
    const folder = path.slice(0, slash) || '/';
    if (this.isStraight(folder)) {
      const type = this.listing(folder, true)?.get(path.slice(slash + 1));
      if (type !== undefined && type !== DT.LINK) return path;
    }
    return this.ask(`real ${path}`, path, () => {
      try {
        return this.rt.sys.realpath(path);
      } catch (e) {
        if (e instanceof SysError) return undefined;
        throw e;
      }
    });
  }

  private isStraight(folder: string): boolean {
    if (folder === '/') return true;
    let known = this.straight.get(folder);
    if (known === undefined) {
      const slash = folder.lastIndexOf('/');
      const parent = folder.slice(0, slash) || '/';
      known = this.isStraight(parent) && this.listing(parent, true)?.get(folder.slice(slash + 1)) === DT.DIR;
      this.straight.set(folder, known);
    }
    return known;
  }

  /** What is in a folder; nothing when it cannot be listed, or was not asked about often enough. */
  private listing(folder: string, needed: boolean): Listing | null | undefined {
    const known = this.listings.get(folder);
    if (known !== undefined) return known;
    const asked = (this.asked.get(folder) ?? 0) + 1;
    this.asked.set(folder, asked);
    if (!needed && asked < ASKED_BEFORE_LISTING) return undefined;
    let listing: Listing | null = null;
    try {
      const made = new Map<string, number>();
      this.rt.sys.readdir(folder).forEach((entry) => made.set(entry[0], entry[1]));
      listing = made;
    } catch (e) {
      if (!(e instanceof SysError)) throw e;
    }
    this.listings.set(folder, listing);
    return listing;
  }
}

export const lookups = perRuntime((rt) => new Lookups(rt));
