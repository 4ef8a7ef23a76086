/** Errors with OpenSSL's numbers, texts and codes, as Node's `ThrowCryptoError` decorates them. */

/** `stack`: the errors queued before this one, oldest first, as `number:library:reason`. */
export function opensslError(number: string, library: string, reason: string, code: string, stack?: readonly string[]): Error {
  const error = new Error(`error:${number}:${library}::${reason}`) as Error & { opensslErrorStack?: string[] };
  if (stack) error.opensslErrorStack = stack.map((entry) => {
    const [id, from, why] = entry.split('|');
    return `error:${id}:${from}::${why}`;
  });
  return Object.assign(error, { library, reason, code });
}

const SIGNATURE_FAILURE = '030000EA|digital envelope routines|provider signature failure';
const RSA_LIB = '1C880004|Provider routines|RSA lib';

export const unsupportedInput = (): Error => opensslError('1E08010C', 'DECODER routines', 'unsupported', 'ERR_OSSL_UNSUPPORTED', ['1E08010C|DECODER routines|unsupported']);
export const notEnoughData = (): Error => opensslError('0680008E', 'asn1 encoding routines', 'not enough data', 'ERR_OSSL_ASN1_NOT_ENOUGH_DATA', ['0680008E|asn1 encoding routines|not enough data']);
export const wrongKeyType = (): Error => opensslError('03000096', 'digital envelope routines', 'operation not supported for this keytype', 'ERR_OSSL_EVP_OPERATION_NOT_SUPPORTED_FOR_THIS_KEYTYPE');
export const dataTooLarge = (signing = false): Error => opensslError('0200006E', 'rsa routines', 'data too large for key size', 'ERR_OSSL_RSA_DATA_TOO_LARGE_FOR_KEY_SIZE',
  signing ? [SIGNATURE_FAILURE, RSA_LIB, '0200006E|rsa routines|data too large for key size', RSA_LIB] : undefined);
export const digestTooBig = (): Error => opensslError('02000070', 'rsa routines', 'digest too big for rsa key', 'ERR_OSSL_RSA_DIGEST_TOO_BIG_FOR_RSA_KEY', [SIGNATURE_FAILURE, RSA_LIB, '02000070|rsa routines|digest too big for rsa key', RSA_LIB]);
export const oaepFailure = (): Error => opensslError('02000079', 'rsa routines', 'oaep decoding error', 'ERR_OSSL_RSA_OAEP_DECODING_ERROR');
export const notBlockType1 = (): Error => opensslError('0200006A', 'rsa routines', 'block type is not 01', 'ERR_OSSL_RSA_BLOCK_TYPE_IS_NOT_01', [SIGNATURE_FAILURE, RSA_LIB, '02000072|rsa routines|padding check failed']);
export const invalidPadding = (): Error => opensslError('0200008A', 'rsa routines', 'invalid padding', 'ERR_OSSL_RSA_INVALID_PADDING', [SIGNATURE_FAILURE, RSA_LIB, '02000072|rsa routines|padding check failed']);
export const badPaddingMode = (): Error => opensslError('1C8000A8', 'Provider routines', 'invalid padding mode', 'ERR_OSSL_INVALID_PADDING_MODE');
export const illegalPadding = (): Error => opensslError('1C8000A5', 'Provider routines', 'illegal or unsupported padding mode', 'ERR_OSSL_ILLEGAL_OR_UNSUPPORTED_PADDING_MODE');
export const unknownPadding = (): Error => opensslError('02000076', 'rsa routines', 'unknown padding type', 'ERR_OSSL_RSA_UNKNOWN_PADDING_TYPE');
export const invalidOperation = (): Error => opensslError('03000094', 'digital envelope routines', 'invalid operation', 'ERR_OSSL_EVP_INVALID_OPERATION');
export const recoverNotSupported = (): Error => opensslError('030000ED', 'digital envelope routines', 'provider signature not supported', 'ERR_OSSL_EVP_PROVIDER_SIGNATURE_NOT_SUPPORTED');
export const wrongDigestLength = (): Error => opensslError('1C8000A6', 'Provider routines', 'invalid digest length', 'ERR_OSSL_INVALID_DIGEST_LENGTH', [SIGNATURE_FAILURE]);
const MISSING_KEY_BEFORE = { sign: [SIGNATURE_FAILURE, RSA_LIB], oaep: ['1C8000A2|Provider routines|failed to decrypt'], plain: undefined };
export const missingPrivateKey = (use: keyof typeof MISSING_KEY_BEFORE): Error => opensslError('020000B3', 'rsa routines', 'missing private key', 'ERR_OSSL_RSA_MISSING_PRIVATE_KEY', MISSING_KEY_BEFORE[use]);
/** OpenSSL failed without a word. */
export const silentFailure = (): Error => new Error('error:00000000:lib(0)::reason(0)');
export const digestNotAllowed = (): Error => opensslError('1C80007A', 'Provider routines', 'invalid digest', 'ERR_OSSL_INVALID_DIGEST');
export const derivationFailed = (): Error => opensslError('1C8000A4', 'Provider routines', 'failed during derivation', 'ERR_OSSL_FAILED_DURING_DERIVATION');
export const otherDomain = (): Error => opensslError('1C8000CB', 'Provider routines', 'mismatching domain parameters', 'ERR_OSSL_MISMATCHING_DOMAIN_PARAMETERS');

const CANCELLED = '07880109|common libcrypto routines|interrupted or cancelled';
export const passphraseMissing = (pkcs8: boolean): Error => opensslError('07880109', 'common libcrypto routines', 'interrupted or cancelled', 'ERR_OSSL_CRYPTO_INTERRUPTED_OR_CANCELLED',
  pkcs8 ? ['04800068|PEM routines|bad password read', CANCELLED, '1C80009F|Provider routines|unable to get passphrase', CANCELLED, CANCELLED] : ['04800068|PEM routines|bad password read', CANCELLED, CANCELLED]);
export const badDecrypt = (pkcs8: boolean): Error => opensslError('1C800064', 'Provider routines', 'bad decrypt', 'ERR_OSSL_BAD_DECRYPT', pkcs8
  ? ['11800074|PKCS12 routines|pkcs12 cipherfinal error', '1C800064|Provider routines|bad decrypt', '11800074|PKCS12 routines|pkcs12 cipherfinal error', '1C800064|Provider routines|bad decrypt']
  : ['04800065|PEM routines|bad decrypt', '1C800064|Provider routines|bad decrypt']);
