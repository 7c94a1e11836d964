import { X509Certificate } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { WrongPart } from '../../shared/certificate-problems.ts';
import type { AuthorityOrigin, TrustState } from '../../shared/network.ts';
import {
  type CertificateFile,
  LARGEST_CERTIFICATE_FILE,
  ofFile,
  readCertificateFile,
} from './certificate-file.ts';

/** Where certificate authorities come from and go to; Node's own but in tests of what fails there. */
export interface AuthorityStore {
  builtIn(): readonly string[];
  system(): readonly string[];
  use(certificates: readonly string[]): void;
}

/** What Node trusted before anything was set here: afterwards `default` is what was set. */
let trustedFirst: readonly string[] | undefined;

const nodeStore: AuthorityStore = {
  builtIn: () => {
    trustedFirst ??= getCACertificates('default');
    return trustedFirst;
  },
  system: () => getCACertificates('system'),
  use: (certificates) => setDefaultCACertificates([...certificates]),
};

/**
 * The certificate authorities that hold for every connection of this process: those built in, those of the computer,
 * and those of an added file. They only ever add up: a file that cannot be read takes nothing away, and nothing here
 * makes a check weaker.
 */
export class TrustedAuthorities {
  private readonly store: AuthorityStore;
  /** Reading hundreds of certificates takes time and memory, and hardly anybody ever asks where one is from. */
  private origins = (): ReadonlyMap<string, AuthorityOrigin> => new Map();
  private applied: TrustState = { builtIn: 0, system: 0, systemProblem: null, file: null };
  private changes = 0;

  constructor(store: AuthorityStore = nodeStore) {
    this.store = store;
  }

  get state(): TrustState {
    return this.applied;
  }

  /** Grows with every change. */
  get epoch(): number {
    return this.changes;
  }

  /** Reads all sources anew; holds for connections made from the answer on. */
  async apply(path: string | null): Promise<TrustState> {
    const builtIn = this.store.builtIn();
    const { system, systemProblem } = this.readSystem();
    const added = path === null ? { certificates: [], problems: [] } : await readFileAt(path);
    this.store.use([...new Set([...builtIn, ...system, ...added.certificates])]);
    this.origins = once(
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

  /** Where an authority comes from, by its SHA-256 fingerprint; undefined for one that does not hold here. */
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

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function* fingerprints(
  certificates: readonly string[],
  origin: AuthorityOrigin,
): Generator<[string, AuthorityOrigin]> {
  for (const certificate of certificates) yield [new X509Certificate(certificate).fingerprint256, origin];
}

/** A file that is not there, too large, a folder or a pipe is a problem of the file, and not of the app. */
async function readFileAt(path: string): Promise<CertificateFile> {
  try {
    // Not blocking: a pipe in the place of the file must not hang the start.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const info = await file.stat();
      if (!info.isFile() && !info.isDirectory()) return notRead({ code: 'not_a_file', values: null });
      const buffer = Buffer.alloc(LARGEST_CERTIFICATE_FILE + 1);
      let length = 0;
      for (let read = -1; read !== 0 && length < buffer.length; length += read) {
        read = (await file.read(buffer, length, buffer.length - length, null)).bytesRead;
      }
      if (length > LARGEST_CERTIFICATE_FILE) return notRead({ code: 'file_too_large', values: null });
      return readCertificateFile(buffer.subarray(0, length));
    } finally {
      await file.close();
    }
  } catch (error) {
    return notRead({ code: 'file_not_read', values: { reason: reasonOf(error) } });
  }
}

function notRead(why: WrongPart): CertificateFile {
  return { certificates: [], problems: [ofFile(why)] };
}

/** The system's code, or what it says. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
