import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SUBMISSION_PROBLEMS } from '../../shared/problems.ts';
import { FAILURE_WORDS } from '../../shared/words/failure-words.ts';
import { createOutcomes } from '../service/create-outcomes.ts';
import { OTHER } from './log-events.ts';

/** The loggable facts about a thrown value. */
export interface ErrorFacts {
  /** A name from {@link ERROR_NAMES}, `other`, or the type of a non-object, such as `thrown_string`. */
  readonly name: string;
  /** A code from {@link ERROR_CODES}, or `other`. */
  readonly code?: string;
  /** SQLite's result code (sqlite.org/rescode.html). */
  readonly sqlite?: number;
  readonly http?: number;
  /** The code of a well-known message. */
  readonly meaning?: string;
  readonly places: readonly CodeLocation[];
  readonly causes: readonly ErrorFacts[];
}

/** Limits on the depth of causes, and on their number per level. */
const MAX_DEPTH = 4;
const MAX_CAUSES = 3;

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

const codes = new Set(ERROR_CODES);

/**
 * Reduces a thrown value to what may be logged: names and codes from closed lists, bounded numbers and locations in our
 * own code. Copies no text, and never throws, whatever the value does (throwing getters, cycles, hostile proxies).
 */
export function reduceError(thrown: unknown, ownCode: StackFilter): ErrorFacts {
  return reduce(thrown, ownCode, new Set(), 1);
}

function reduce(thrown: unknown, ownCode: StackFilter, seen: Set<unknown>, depth: number): ErrorFacts {
  if ((typeof thrown !== 'object' && typeof thrown !== 'function') || thrown === null) {
    return { name: `thrown_${thrown === null ? 'null' : typeof thrown}`, places: [], causes: [] };
  }
  seen.add(thrown);
  const inner = depth >= MAX_DEPTH ? [] : causesOf(thrown).filter((cause) => !seen.has(cause));
  const stack = read(thrown, 'stack');
  return {
    name: nameOf(thrown),
    ...optional('code', codeOf(thrown) ?? leadingCode(read(thrown, 'message'))),
    ...optional('sqlite', sqliteCode(read(thrown, 'errcode'))),
    ...optional('http', httpStatus(read(thrown, 'statusCode') ?? read(thrown, 'httpStatus'))),
    ...optional('meaning', meaningOf(read(thrown, 'message'))),
    places: typeof stack === 'string' ? ownCode.placesIn(stack) : [],
    causes: inner.slice(0, MAX_CAUSES).map((cause) => reduce(cause, ownCode, seen, depth + 1)),
  };
}

/** Reads a property that may throw. */
function read(from: object, key: string): unknown {
  try {
    return Reflect.get(from, key);
  } catch {
    return undefined;
  }
}

function nameOf(thrown: object): string {
  const name = read(thrown, 'name');
  return typeof name === 'string' && ERROR_NAMES.has(name) ? name : OTHER;
}

/** The error's own code, or that of its `failure`. */
function codeOf(thrown: object): string | undefined {
  const own = read(thrown, 'code');
  if (own !== undefined && own !== null) return typeof own === 'string' && codes.has(own) ? own : OTHER;
  const failure = read(thrown, 'failure');
  const error = typeof failure === 'object' && failure !== null ? read(failure, 'error') : undefined;
  return typeof error === 'object' && error !== null ? codeOf(error) : undefined;
}

/** The system code at the start of a message. Errors from other threads have lost their `code`. */
function leadingCode(message: unknown): string | undefined {
  const code = typeof message === 'string' ? /^([A-Z0-9_]{3,40}): /.exec(message)?.[1] : undefined;
  return code !== undefined && codes.has(code) ? code : undefined;
}

/** SQLite's largest extended result code: the primary code is the lowest byte, above it about 50 subcodes. */
const MAX_SQLITE_CODE = 50 * 256 + 101;

function sqliteCode(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MAX_SQLITE_CODE
    ? value
    : undefined;
}

function httpStatus(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 100 && value <= 599
    ? value
    : undefined;
}

function meaningOf(message: unknown): string | undefined {
  if (typeof message !== 'string' || message === '') return undefined;
  const start = message.slice(0, 500);
  return KNOWN_MESSAGES.find(([pattern]) => pattern.test(start))?.[1];
}

function causesOf(thrown: object): unknown[] {
  const cause = read(thrown, 'cause');
  const errors = read(thrown, 'errors');
  return [...(cause === undefined ? [] : [cause]), ...listed(errors)];
}

function listed(errors: unknown): unknown[] {
  try {
    return Array.isArray(errors) ? errors.slice(0, MAX_CAUSES) : [];
  } catch {
    return [];
  }
}

function optional<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { [K in Key]?: Value } | Record<never, never> {
  return value === undefined ? {} : { [key]: value };
}

/** Error names that may be logged; any other becomes `other`. */
const ERROR_NAMES: ReadonlySet<string> = new Set([
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

/**
 * Codes for well-known messages, since messages themselves are never logged. The first match wins. The patterns match
 * only the fixed wording of V8, SQLite and undici.
 */
const KNOWN_MESSAGES: readonly (readonly [RegExp, string])[] = [
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

/** A location in the app's own code, such as `OutcomeRecorder.insist@main.js:120:5`. */
type CodeLocation = string;

interface OwnFile {
  readonly lines: readonly number[];
  /** Functions, methods and classes it declares. */
  readonly names: ReadonlySet<string>;
}

/** Limits on the stack frames parsed, and on those kept. */
const MAX_PARSED = 60;
const MAX_KEPT = 8;
const MAX_STACK_LENGTH = 20_000;

/** Keywords that may precede `(` like a method's name. */
const KEYWORDS = new Set(['if', 'for', 'while', 'switch', 'catch', 'return', 'function', 'await', 'typeof']);

/**
 * Extracts the stack frames that belong to the app's own code. A stack is untrusted text, so nothing is copied from it
 * unchecked: a location must exist in one of our files, and a name must be declared in that file. Files are read when the
 * first error is logged.
 */
export class StackFilter {
  private readonly folders: readonly string[];
  private paths: ReadonlyMap<string, string> | undefined;
  private readonly files = new Map<string, OwnFile | undefined>();

  /** `folders`: those of the app's built files. */
  constructor(folders: readonly string[]) {
    this.folders = folders;
  }

  /** Locations in our own code, innermost first. */
  placesIn(stack: string): CodeLocation[] {
    return stack
      .slice(0, MAX_STACK_LENGTH)
      .split('\n', MAX_PARSED)
      .map((line) => this.parseFrame(line))
      .filter((location) => location !== undefined)
      .slice(0, MAX_KEPT);
  }

  /** Undefined if our files have no such location. */
  private location(file: string, line: number, column: number, name = ''): CodeLocation | undefined {
    const known = this.file(file);
    const length = known?.lines[line - 1];
    if (!known || length === undefined || column < 1 || column > length + 1) return undefined;
    const declared = name.split('.').filter((part) => known.names.has(part));
    const at = `${file}:${line}:${column}`;
    return declared.length === 0 ? at : `${declared.slice(-2).join('.')}@${at}`;
  }

  private parseFrame(line: string): CodeLocation | undefined {
    const found = /^\s+at (?:(.{1,160}?) \()?(?:[^()]*[/\\])?([\w.-]{1,80}):(\d{1,6}):(\d{1,6})\)?$/.exec(
      line,
    );
    if (!found) return undefined;
    const [, called = '', file = '', row, column] = found;
    const plain = called.replace(/^(?:async |new |get |set )+/, '').replace(/ \[as .*\]$/, '');
    return this.location(file, Number(row), Number(column), plain);
  }

  private file(name: string): OwnFile | undefined {
    if (this.files.has(name)) return this.files.get(name);
    const path = this.pathsByName().get(name);
    const read = path === undefined ? undefined : readOwnFile(path);
    this.files.set(name, read);
    return read;
  }

  private pathsByName(): ReadonlyMap<string, string> {
    this.paths ??= new Map(this.folders.flatMap(filesIn).map((path) => [path.replace(/^.*[/\\]/, ''), path]));
    return this.paths;
  }
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /\.[cm]?[jt]s$/.test(name))
      .map((name) => join(folder, name));
  } catch {
    // Without the files no location can be verified, so the log gets none.
    return [];
  }
}

function readOwnFile(path: string): OwnFile | undefined {
  try {
    const text = readFileSync(path, 'utf8');
    return { lines: text.split('\n').map((line) => line.length), names: declaredIn(text) };
  } catch {
    return undefined;
  }
}

function declaredIn(text: string): ReadonlySet<string> {
  const declarations = [
    /\b(?:function\*?|class)\s+([A-Za-z_$][\w$]*)/g,
    /\b(?:const|let|var)\s+([A-Za-z_$][\w$]*)\s*=\s*(?:async\s*)?(?:function\b|\()/g,
    /^\s*(?:(?:public|private|protected|override|static|async|get|set|\*)\s*)*#?([A-Za-z_$][\w$]*)\s*(?:<[^>]*>)?\([^)]*\)[^;=]*\{$/gm,
  ];
  const names = declarations.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name));
  return new Set(names.filter((name) => !KEYWORDS.has(name)));
}
