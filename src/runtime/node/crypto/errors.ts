/** Errors of the crypto binding, as Node's C++ throws them. */

export function cryptoError(Class: ErrorConstructor | TypeErrorConstructor | RangeErrorConstructor, code: string, message: string): Error {
  return Object.assign(new Class(message), { code });
}

export const invalidDigest = (name: string): Error => cryptoError(TypeError, 'ERR_CRYPTO_INVALID_DIGEST', `Invalid digest: ${name}`);

export const notExtendable = (): Error => Object.assign(new Error('error:030000B2:digital envelope routines::not XOF or invalid length'), {
  library: 'digital envelope routines', reason: 'not XOF or invalid length', code: 'ERR_OSSL_EVP_NOT_XOF_OR_INVALID_LENGTH',
});

/** For what this runtime's crypto does not have. */
export const notAvailable = (what: string): Error => cryptoError(Error, 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', `${what} is not available in this runtime`);
