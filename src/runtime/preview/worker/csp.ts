/** A page's own Content-Security-Policy, changed as little as the preview needs: our script may run and speak to us, and the sandbox's embedder may frame the page. */

export interface PolicyNeeds {
  /** Whole address of the script that is added, and of what it asks for. */
  script: string;
  /** For inline scripts that are added, and for policies under which addresses do not count. */
  nonce: string;
  inline: boolean;
}

export function relaxPolicy(header: string, needs: PolicyNeeds): string {
  // One header may hold several policies, and each of them must agree.
  return header.split(',').map((policy) => relaxOne(policy, needs)).filter((policy) => policy !== '').join(', ');
}

function relaxOne(policy: string, { script, nonce, inline }: PolicyNeeds): string {
  const directives = new Map<string, string[]>();
  for (const part of policy.split(';')) {
    const [name, ...values] = part.trim().split(/\s+/);
    // The first of a name counts.
    if (name && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), values);
  }
  directives.delete('frame-ancestors');
  const connections = directives.get('connect-src') ?? directives.get('default-src');
  if (connections) directives.set('connect-src', [...connections.filter((source) => source.toLowerCase() !== "'none'"), script]);
  const governing = ['script-src-elem', 'script-src', 'default-src'].find((name) => directives.has(name));
  if (governing !== undefined) {
    const sources = directives.get(governing)!.filter((source) => source.toLowerCase() !== "'none'");
    const lower = sources.map((source) => source.toLowerCase());
    const picky = lower.some((source) => source === "'strict-dynamic'" || source.startsWith("'nonce-") || /^'sha(256|384|512)-/.test(source));
    const allowed = [...sources, script];
    // A nonce switches 'unsafe-inline' off, so it is added only where that does not count anyway.
    if (lower.includes("'strict-dynamic'") || (inline && (picky || !lower.includes("'unsafe-inline'")))) allowed.push(`'nonce-${nonce}'`);
    // What stands for scripts must not change what stands for everything else.
    directives.set(governing === 'default-src' ? 'script-src' : governing, allowed);
  }
  return [...directives].map(([name, values]) => [name, ...values].join(' ')).join('; ');
}
