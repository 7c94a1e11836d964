import { X509Certificate } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { WrongPart } from '../../shared/certificate-problems.ts';
import type { AuthorityOrigin, TrustState } from '../../shared/network.ts';
import {
  type CertificateFile,
  MAX_CERTIFICATE_FILE_SIZE,
  ofFile,
  readCertificateFile,
} from './certificate-file.ts';
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
