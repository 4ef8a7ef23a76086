/** Trees as zip archives, with permission bits and symbolic links as Info-ZIP stores them. */
import { Zip, ZipPassThrough } from 'fflate';
import { FileInode } from '../fs/file-inode.ts';
import { type Inode, SymlinkInode } from '../fs/inode.ts';
import type { Selected, SelectedDirectory } from '../fs/select-tree.ts';

/** "Version made by" of an archive whose attributes are Unix's. */
const MADE_BY_UNIX = 3;
/** The directory bit of the attributes that DOS knows. */
const DOS_DIRECTORY = 0x10;
const CHUNK = 1024 * 1024;

/**
 * The bytes of an archive. Compressing runs outside the kernel's thread, file by file, so that programs go on meanwhile; each file is as it was when its turn came.
 * @param name of the one entry when `root` is a file
 * @throws Error when the archive would need sizes that the format's plain form has no room for (4 GiB, 65,535 entries)
 */
export async function encodeZip(root: Selected, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let total = 0;
  let entries = 0;
  let failure: Error | undefined;
  const zip = new Zip((error, data) => {
    if (error) failure ??= error;
    else {
      pieces.push(data);
      total += data.length;
    }
  });
  const add = async (path: string, inode: Inode, data: Uint8Array): Promise<void> => {
    if (++entries > 0xffff) throw new RangeError('A zip archive holds at most 65,535 entries; leave some out with `excludes`');
    const deflated = data.length > 64 ? await deflate(data) : undefined;
    const smaller = deflated && deflated.length < data.length ? deflated : undefined;
    const entry = new Entry(path, smaller);
    entry.os = MADE_BY_UNIX;
    entry.attrs = ((inode.mode << 16) | (path.endsWith('/') ? DOS_DIRECTORY : 0)) >>> 0;
    entry.mtime = new Date(Math.min(Math.max(inode.mtimeMs, Date.UTC(1980, 0, 2)), Date.UTC(2099, 11, 30)));
    zip.add(entry);
    entry.push(data, true);
    if (failure) throw failure;
  };
  const addAll = async (children: SelectedDirectory['children'], prefix: string): Promise<void> => {
    for (const [child, node] of children) {
      const path = prefix + child;
      if (node instanceof FileInode) await add(path, node, node.read(0, node.size).slice());
      else if (node instanceof SymlinkInode) await add(path, node, new TextEncoder().encode(node.target));
      else {
        await add(`${path}/`, node.inode, new Uint8Array(0));
        await addAll(node.children, `${path}/`);
      }
    }
  };
  await addAll(root instanceof FileInode || root instanceof SymlinkInode ? new Map([[name, root]]) : root.children, '');
  zip.end();
  const out = new Uint8Array(total);
  let at = 0;
  for (const piece of pieces) {
    out.set(piece, at);
    at += piece.length;
  }
  return out;
}

/** An entry whose contents were compressed before; what is pushed is only counted and summed. */
class Entry extends ZipPassThrough {
  private readonly packed: Uint8Array<ArrayBuffer> | undefined;
  constructor(path: string, packed: Uint8Array<ArrayBuffer> | undefined) {
    super(path);
    this.packed = packed;
    if (packed) this.compression = 8;
  }
  protected override process(chunk: Uint8Array<ArrayBuffer>, final: boolean): void {
    this.ondata(null, this.packed ?? chunk, final);
  }
}

/** By the browser's own compressor, which runs on a thread of its own. */
async function deflate(data: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (let at = 0; at < data.length; at += CHUNK) controller.enqueue(data.subarray(at, at + CHUNK) as Uint8Array<ArrayBuffer>);
      controller.close();
    },
  });
  return new Uint8Array(await new Response(stream.pipeThrough(new CompressionStream('deflate-raw'))).arrayBuffer());
}
