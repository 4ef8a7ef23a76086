import { O } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import { errorText } from '../errors.ts';
import type { Command } from '../run/context.ts';
import { parseOptions } from './options.ts';

export const tee: Command = {
  name: 'tee',
  batch: 'filter',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'aip', long: { append: 'a', 'ignore-interrupts': 'i' } });
    let files: { path: string; fd: number }[] = [];
    let status = 0;
    for (const path of o.rest) {
      try {
        files.push({ path, fd: ctx.sys.open(path, O.WRONLY | O.CREAT | (o.has('a') ? O.APPEND : O.TRUNC), 0o666) });
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
        status = ctx.fail(`${path}: ${errorText(e)}`);
      }
    }
    try {
      for (let chunk = ctx.stdin.chunk(); chunk; chunk = ctx.stdin.chunk()) {
        files = files.filter(({ path, fd }) => {
          try {
            for (let done = 0; done < chunk.length;) done += ctx.sys.write(fd, chunk.subarray(done), -1);
            return true;
          } catch (e) {
            // Nobody reads one of them any more: that ends tee, as SIGPIPE does.
            if (!(e instanceof SysError) || e.code === 'EPIPE') throw e;
            // The others go on without it.
            ctx.sys.close(fd);
            status = ctx.fail(`${path}: ${errorText(e)}`);
            return false;
          }
        });
        ctx.out(chunk);
        ctx.stdout.flush();
      }
    } finally {
      for (const { fd } of files) ctx.sys.close(fd);
    }
    return status;
  },
};
