import type { Coded } from './coded.ts';

/** Problems in a file of CA certificates: each code with its values. */
export interface CertificateValues {
  not_a_file: null;
  file_too_large: null;
  /** `reason`: the system's error code or message. */
  file_not_read: { readonly reason: string };
  file_empty: null;
  no_certificate: null;
  not_pem: null;
  private_key: null;
  other_block: { readonly label: string };
  cut_off: null;
  unreadable: null;
  no_authority: { readonly name: string; readonly issuer: string };
  /** `on`: the day, UTC. */
  expired: { readonly name: string; readonly on: string };
  more: { readonly count: number };
}

export type WrongPart = Coded<CertificateValues>;

/** `line`: 1-based line where the problem begins; null for the file as a whole. */
export type CertificateProblem = WrongPart & { readonly line: number | null };
