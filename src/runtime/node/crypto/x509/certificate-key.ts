import { context, DerReader } from '../asym/der.ts';
import { fromSpki } from '../asym/key-der.ts';
import type { AsymmetricKey } from '../asym/model.ts';

/** The public key of a certificate in DER. @throws DerError */
export function certificateKey(bytes: Uint8Array): AsymmetricKey {
  const body = new DerReader(bytes).sequence().sequence();
  body.optional(context(0));
  // Serial number, signature, issuer, validity, subject.
  for (let i = 0; i < 5; i++) body.next();
  return fromSpki(body.next().all);
}
