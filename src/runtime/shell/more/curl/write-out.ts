/** `-w`: a text with variables of the transfer in it. */

export type Variables = { [name: string]: string | number };

export function writeOut(format: string, variables: Variables, header: (name: string) => string | undefined): { out: string; err: string } {
  const result = { out: '', err: '' };
  let to: 'out' | 'err' = 'out';
  for (const [, name, headerName, escape, plain] of format.matchAll(/%\{([a-z_]+)\}|%header\{([^}]*)\}|\\([nrt\\])|([\s\S])/g)) {
    if (name === 'stderr') to = 'err';
    else if (name === 'stdout') to = 'out';
    else if (name !== undefined) result[to] += name in variables ? String(variables[name]) : `curl: unknown --write-out variable: '${name}'\n`;
    else if (headerName !== undefined) result[to] += header(headerName.toLowerCase()) ?? '';
    else if (escape !== undefined) result[to] += { n: '\n', r: '\r', t: '\t', '\\': '\\' }[escape];
    else result[to] += plain;
  }
  // `%%` is a percent sign.
  result.out = result.out.replaceAll('%%', '%');
  return result;
}
