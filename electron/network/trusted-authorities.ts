import { X509Certificate } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { CertificateProblem, WrongPart } from '../../shared/certificate-problems.ts';
import type { AuthorityOrigin, TrustState } from '../../shared/network.ts';
import { errorCode } from './system-error.ts';

/** Node's certificate stores; replaced in tests of their failures. */
export interface AuthorityStore {
  builtIn(): readonly string[];
  system(): readonly string[];
  use(certificates: readonly string[]): void;
}

/** Node's initial defaults, read before `use` overwrites what `default` returns. */
let initialDefaults: readonly string[] | undefined;

const nodeStore: AuthorityStore = {
  builtIn: () => {
    initialDefaults ??= getCACertificates('default');
    return initialDefaults;
  },
  system: () => getCACertificates('system'),
  use: (certificates) => setDefaultCACertificates([...certificates]),
};

/**
 * The certificate authorities for all connections of this process: Node's, the system's and those of an added file.
 * Sources only add authorities: an unreadable file removes none, and no check becomes weaker.
 */
export class TrustedAuthorities {
  private readonly store: AuthorityStore;
  /** Computed lazily: parsing hundreds of certificates is slow, and origins are rarely needed. */
  private origins = (): ReadonlyMap<string, AuthorityOrigin> => new Map();
  private applied: TrustState = { builtIn: 0, system: 0, systemProblem: null, file: null };
  private changes = 0;

  constructor(store: AuthorityStore = nodeStore) {
    this.store = store;
  }

  get state(): TrustState {
    return this.applied;
  }

  /** Incremented by every change. */
  get epoch(): number {
    return this.changes;
  }

  /** Reloads all sources. Applies to connections made after it resolves. */
  async apply(path: string | null): Promise<TrustState> {
    const builtIn = this.store.builtIn();
    const { system, systemProblem } = this.readSystem();
    const added = path === null ? { certificates: [], problems: [] } : await readFileAt(path);
    this.store.use([...new Set([...builtIn, ...system, ...added.certificates])]);
    this.origins = lazy(
      () =>
        new Map([
          ...fingerprints(added.certificates, 'added'),
          ...fingerprints(system, 'system'),
          ...fingerprints(builtIn, 'built_in'),
        ]),
    );
    this.changes += 1;
    this.applied = {
      builtIn: builtIn.length,
      system: system.length,
      systemProblem,
      file: path === null ? null : { path, added: added.certificates.length, problems: added.problems },
    };
    return this.applied;
  }

  /** An authority's origin by SHA-256 fingerprint; undefined if it isn't trusted. */
  originOf(fingerprint256: string): AuthorityOrigin | undefined {
    return this.origins().get(fingerprint256);
  }

  private readSystem(): { system: readonly string[]; systemProblem: string | null } {
    try {
      return { system: this.store.system(), systemProblem: null };
    } catch (error) {
      return { system: [], systemProblem: error instanceof Error ? error.message : String(error) };
    }
  }
}

function lazy<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function* fingerprints(
  certificates: readonly string[],
  origin: AuthorityOrigin,
): Generator<[string, AuthorityOrigin]> {
  for (const certificate of certificates) yield [new X509Certificate(certificate).fingerprint256, origin];
}

/** Never rejects: a file that is missing, too large, a folder or a pipe gives a problem. */
async function readFileAt(path: string): Promise<CertificateFile> {
  try {
    // O_NONBLOCK: a FIFO in the file's place must not block the start.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const info = await file.stat();
      if (!info.isFile() && !info.isDirectory()) return notRead({ code: 'not_a_file', values: null });
      const buffer = Buffer.alloc(MAX_CERTIFICATE_FILE_SIZE + 1);
      let length = 0;
      for (let read = -1; read !== 0 && length < buffer.length; length += read) {
        read = (await file.read(buffer, length, buffer.length - length, null)).bytesRead;
      }
      if (length > MAX_CERTIFICATE_FILE_SIZE) return notRead({ code: 'file_too_large', values: null });
      return readCertificateFile(buffer.subarray(0, length));
    } finally {
      await file.close();
    }
  } catch (error) {
    return notRead({ code: 'file_not_read', values: { reason: reasonOf(error) } });
  }
}

function notRead(reason: WrongPart): CertificateFile {
  return { certificates: [], problems: [ofFile(reason)] };
}

function reasonOf(error: unknown): string {
  return errorCode(error) ?? (error instanceof Error ? error.message : String(error));
}

interface CertificateFile {
  /** One PEM text per certificate. */
  readonly certificates: readonly string[];
  /** Unusable parts and their lines. */
  readonly problems: readonly CertificateProblem[];
}

const MAX_PROBLEMS = 20;

/** Bytes. */
const MAX_CERTIFICATE_FILE_SIZE = 4 * 1024 * 1024;

/**
 * Parses CA certificates: any number in PEM, with any text between them, or a single one in DER. Parts that are not a
 * certificate, not a CA certificate or expired are skipped and reported.
 */
export function readCertificateFile(bytes: Buffer, now = Date.now()): CertificateFile {
  if (bytes.length === 0) return nothing(ofFile({ code: 'file_empty', values: null }));
  const text = decode(bytes);
  if (!text.includes('-----BEGIN ')) return readDer(bytes, now);
  const certificates: string[] = [];
  const problems: CertificateProblem[] = [];
  for (const { line, label, block } of pemBlocks(text)) {
    const problem = readBlock(label, block, now, certificates);
    if (problem !== undefined) problems.push({ ...problem, line });
  }
  if (certificates.length === 0 && problems.length === 0)
    problems.push(ofFile({ code: 'no_certificate', values: null }));
  return { certificates, problems: firstOf(problems) };
}

/** Handles the byte order marks that Windows programs write; PowerShell writes UTF-16. */
function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.subarray(2).toString('utf16le');
  const hasUtf8Mark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return (hasUtf8Mark ? bytes.subarray(3) : bytes).toString('latin1');
}

function firstOf(problems: readonly CertificateProblem[]): readonly CertificateProblem[] {
  const more = problems.length - MAX_PROBLEMS;
  if (more <= 0) return problems;
  return [...problems.slice(0, MAX_PROBLEMS), ofFile({ code: 'more', values: { count: more } })];
}

interface PemBlock {
  /** First line, from 1. */
  readonly line: number;
  readonly label: string;
  /** Undefined if the end is missing. */
  readonly block: string | undefined;
}

function* pemBlocks(text: string): Generator<PemBlock> {
  const lines = text.split(/\r\n|\r|\n/);
  for (let at = 0; at < lines.length; at += 1) {
    const label = /^\s*-----BEGIN ([A-Z0-9 ]{1,60})-----\s*$/.exec(lines[at] ?? '')?.[1];
    if (label === undefined) continue;
    let end = at + 1;
    while (end < lines.length && !lines[end]?.includes('-----')) end += 1;
    const ended = lines[end]?.trim() === `-----END ${label}-----`;
    const body = ended ? lines.slice(at + 1, end).map((line) => line.trim()) : [];
    yield {
      line: at + 1,
      label,
      block: ended
        ? `-----BEGIN CERTIFICATE-----\n${body.join('\n')}\n-----END CERTIFICATE-----\n`
        : undefined,
    };
    // A BEGIN line in place of the END starts the next block.
    at = ended ? end : end - 1;
  }
}

/** Adds a block's certificate to `certificates`, or returns why it can't be used. */
function readBlock(
  label: string,
  block: string | undefined,
  now: number,
  certificates: string[],
): WrongPart | undefined {
  if (label.includes('PRIVATE KEY')) return { code: 'private_key', values: null };
  if (!['CERTIFICATE', 'X509 CERTIFICATE', 'TRUSTED CERTIFICATE'].includes(label)) {
    return { code: 'other_block', values: { label } };
  }
  if (block === undefined) return { code: 'cut_off', values: null };
  const parsed = parse(block);
  if (!parsed) return { code: 'unreadable', values: null };
  const problem = problemOf(parsed, now);
  if (problem === undefined) certificates.push(parsed.toString());
  return problem;
}

function readDer(bytes: Buffer, now: number): CertificateFile {
  const parsed = parse(bytes);
  if (!parsed) return nothing(ofFile({ code: 'not_pem', values: null }));
  const problem = problemOf(parsed, now);
  return problem === undefined
    ? { certificates: [parsed.toString()], problems: [] }
    : nothing(ofFile(problem));
}

function parse(certificate: string | Buffer): X509Certificate | undefined {
  try {
    return new X509Certificate(certificate);
  } catch {
    return undefined;
  }
}

/** A self-signed certificate that is not a CA is accepted too: a server may use one. */
function problemOf(certificate: X509Certificate, now: number): WrongPart | undefined {
  const name = nameOf(certificate.subject);
  if (!certificate.ca && !certificate.checkIssued(certificate)) {
    return { code: 'no_authority', values: { name, issuer: nameOf(certificate.issuer) } };
  }
  if (Date.parse(certificate.validTo) < now) {
    const on = new Date(certificate.validTo).toISOString().slice(0, 10);
    return { code: 'expired', values: { name, on } };
  }
  return undefined;
}

/** The common name, otherwise the organisation, otherwise the full name. */
function nameOf(distinguishedName: string): string {
  const part = (key: string): string | undefined =>
    distinguishedName
      .split('\n')
      .find((line) => line.startsWith(`${key}=`))
      ?.slice(key.length + 1);
  return part('CN') ?? part('O') ?? distinguishedName.replaceAll('\n', ', ');
}

function ofFile(problem: WrongPart): CertificateProblem {
  return { ...problem, line: null };
}

function nothing(problem: CertificateProblem): CertificateFile {
  return { certificates: [], problems: [problem] };
}
