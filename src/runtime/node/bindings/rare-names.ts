/** Names of `rareBindings`, for the script that does not have them. */
export const RARE_BINDINGS: readonly string[] = ['coverage', 'crypto', 'http2', 'locks', 'permission_model', 'seldom', 'serdes', 'sqlite', 'tls_wrap', 'wasi', 'webstorage'];
