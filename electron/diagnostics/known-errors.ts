import { SUBMISSION_PROBLEMS } from '../../shared/problems.ts';
import { FAILURE_WORDS } from '../../shared/words/failure-words.ts';
import { createOutcomes } from '../service/create-outcomes.ts';

/** Error names that may be logged; any other becomes `other`. */
export const ERROR_NAMES: ReadonlySet<string> = new Set([
  'Error',
  'AggregateError',
  'EvalError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'TypeError',
  'URIError',
  // DOM and web platform.
  'AbortError',
  'ConstraintError',
  'DataCloneError',
  'DataError',
  'InvalidAccessError',
  'InvalidStateError',
  'NetworkError',
  'NotAllowedError',
  'NotFoundError',
  'NotSupportedError',
  'OperationError',
  'QuotaExceededError',
  'SecurityError',
  'TimeoutError',
  'ApiError',
  'thrown_number',
  'thrown_object',
  'thrown_string',
  'thrown_undefined',
  // Callboard's.
  'AddressRefusedError',
  'ClosedError',
  'CodedError',
  'DamagedDatabaseError',
  'DataFolderGoneError',
  'FileLostError',
  'GroupLostError',
  'JsonProblem',
  'MarkNotStoredError',
  'NewerDatabaseError',
  'NotStoredError',
  'PortTakenError',
  'PreviewUnsupportedError',
  'ProblemError',
  'ProxyFailure',
  'StorageClosedError',
  'TooLongError',
  // Libraries.
  'AuthorizationResponseError',
  'BodyTimeoutError',
  'ClientClosedError',
  'ClientDestroyedError',
  'ConnectTimeoutError',
  'HTTPParserError',
  'HeadersOverflowError',
  'HeadersTimeoutError',
  'InformationalError',
  'InvalidArgumentError',
  'InvariantError',
  'OperationProcessingError',
  'RequestAbortedError',
  'RequestContentLengthMismatchError',
  'ResponseBodyError',
  'ResponseContentLengthMismatchError',
  'ResponseExceededMaxSizeError',
  'SocketError',
  'UnsupportedOperationError',
  'WWWAuthenticateChallengeError',
  'ZodError',
]);

/** Error codes that may be logged: the system's, Node's, undici's, OpenSSL's and Callboard's own. */
export const ERROR_CODES: readonly string[] = [
  ...words(`
    E2BIG EACCES EADDRINUSE EADDRNOTAVAIL EAFNOSUPPORT EAGAIN EAI_AGAIN EAI_FAIL EAI_FAMILY EAI_NODATA EAI_NONAME
    EALREADY EBADF EBUSY ECANCELED ECHARSET ECONNABORTED ECONNREFUSED ECONNRESET EDESTADDRREQ EDQUOT EEXIST EFAULT
    EFBIG EHOSTDOWN EHOSTUNREACH EILSEQ EINTR EINVAL EIO EISCONN EISDIR ELOOP EMFILE EMSGSIZE ENAMETOOLONG ENETDOWN
    ENETUNREACH ENFILE ENOBUFS ENODEV ENOENT ENOLCK ENOMEM ENOPROTOOPT ENOSPC ENOSYS ENOTCONN ENOTDIR ENOTEMPTY
    ENOTFOUND ENOTSOCK ENOTSUP ENXIO EOF EOPNOTSUPP EPERM EPIPE EPROTO EPROTONOSUPPORT EPROTOTYPE ERANGE EROFS
    ESHUTDOWN ESPIPE ESRCH ETIMEDOUT ETXTBSY EXDEV`),
  ...words(`
    ERR_ASSERTION ERR_BUFFER_OUT_OF_BOUNDS ERR_CRYPTO_INVALID_STATE ERR_HTTP_HEADERS_SENT ERR_HTTP_INVALID_HEADER_VALUE
    ERR_INVALID_ARG_TYPE ERR_INVALID_ARG_VALUE ERR_INVALID_CHAR ERR_INVALID_RETURN_VALUE ERR_INVALID_STATE
    ERR_INVALID_THIS ERR_INVALID_URL ERR_METHOD_NOT_IMPLEMENTED ERR_MISSING_ARGS ERR_MODULE_NOT_FOUND ERR_OUT_OF_RANGE
    ERR_SERVER_ALREADY_LISTEN ERR_SERVER_NOT_RUNNING ERR_SOCKET_BAD_PORT ERR_SOCKET_CLOSED
    ERR_SOCKET_CONNECTION_TIMEOUT ERR_SQLITE_ERROR ERR_SSL_WRONG_VERSION_NUMBER ERR_STREAM_DESTROYED
    ERR_STREAM_PREMATURE_CLOSE ERR_STREAM_WRITE_AFTER_END ERR_STRING_TOO_LONG ERR_TLS_CERT_ALTNAME_INVALID
    ERR_TLS_HANDSHAKE_TIMEOUT ERR_UNHANDLED_ERROR ERR_UNHANDLED_REJECTION ERR_WORKER_NOT_RUNNING
    ERR_WORKER_OUT_OF_MEMORY ERR_WORKER_UNSERIALIZABLE_ERROR`),
  ...words(`
    UND_ERR UND_ERR_ABORTED UND_ERR_BODY_TIMEOUT UND_ERR_CLOSED UND_ERR_CONNECT_TIMEOUT UND_ERR_DESTROYED
    UND_ERR_HEADERS_OVERFLOW UND_ERR_HEADERS_TIMEOUT UND_ERR_INFO UND_ERR_INVALID_ARG UND_ERR_INVALID_RETURN_VALUE
    UND_ERR_NOT_SUPPORTED UND_ERR_PRX_TLS UND_ERR_REQ_CONTENT_LENGTH_MISMATCH UND_ERR_REQ_RETRY UND_ERR_RESPONSE
    UND_ERR_RES_CONTENT_LENGTH_MISMATCH UND_ERR_RES_EXCEEDED_MAX_SIZE UND_ERR_SOCKET`),
  ...words(`
    CERT_CHAIN_TOO_LONG CERT_HAS_EXPIRED CERT_NOT_YET_VALID CERT_REJECTED CERT_REVOKED CERT_SIGNATURE_FAILURE
    CERT_UNTRUSTED DEPTH_ZERO_SELF_SIGNED_CERT HOSTNAME_MISMATCH INVALID_CA INVALID_PURPOSE SELF_SIGNED_CERT_IN_CHAIN
    UNABLE_TO_GET_ISSUER_CERT UNABLE_TO_GET_ISSUER_CERT_LOCALLY UNABLE_TO_VERIFY_LEAF_SIGNATURE`),
  ...Object.keys(FAILURE_WORDS),
  ...SUBMISSION_PROBLEMS,
  ...Object.keys(createOutcomes),
];

/**
 * Codes for well-known messages, since messages themselves are never logged. The first match wins. The patterns match
 * only the fixed wording of V8, SQLite and undici.
 */
export const KNOWN_MESSAGES: readonly (readonly [RegExp, string])[] = [
  [/^Cannot (?:read|set) properties of (?:undefined|null)/, 'property_of_nothing'],
  [/ is not a function(?: or .{0,40})?$/, 'not_a_function'],
  [/ is not iterable/, 'not_iterable'],
  [/ is not defined$/, 'not_defined'],
  [/^Cannot access .{1,80} before initialization$/, 'used_too_early'],
  [/^Assignment to constant variable/, 'assigned_to_constant'],
  [/^Invalid URL/, 'invalid_address'],
  [/ JSON/, 'invalid_json'],
  [/^Maximum call stack size exceeded$/, 'too_deep'],
  [/^(?:Invalid array length|Invalid string length|Array buffer allocation failed)$/, 'too_large'],
  [/could not be cloned/, 'not_cloneable'],
  [/operation was aborted/, 'aborted'],
  [/^database is locked$/, 'database_locked'],
  [/^database or disk is full$/, 'disk_full'],
  [/^disk I\/O error$/, 'disk_error'],
  [/^attempt to write a readonly database$/, 'database_read_only'],
  [/^unable to open database file$/, 'database_not_opened'],
  [/^database disk image is malformed$/, 'database_damaged'],
  [/^file is not a database$/, 'not_a_database'],
  [/^UNIQUE constraint failed/, 'unique_constraint'],
  [/^FOREIGN KEY constraint failed/, 'reference_constraint'],
  [/^CHECK constraint failed/, 'check_constraint'],
  [/^NOT NULL constraint failed/, 'not_null_constraint'],
  [/^no such (?:table|column)/, 'unknown_table_or_column'],
  [/^socket hang up$/, 'connection_closed'],
  [/^other side closed$/, 'connection_closed'],
];

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
