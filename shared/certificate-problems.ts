import type { Coded } from './coded.ts';

/** What of a file of certificate authorities cannot be used: each code with its values. */
export interface CertificateValues {
  not_a_file: null;
  file_too_large: null;
  /** `reason`: the system's code, or what it says. */
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

/** `line`: where it begins in the file, from 1; null for the file as a whole. */
export type CertificateProblem = WrongPart & { readonly line: number | null };
