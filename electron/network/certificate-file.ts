import { X509Certificate } from 'node:crypto';
import type { CertificateProblem, WrongPart } from '../../shared/certificate-problems.ts';

/** What a file of certificate authorities brings. */
export interface CertificateFile {
  /** PEM, one each. */
  readonly certificates: readonly string[];
  /** What of it cannot be used, and where in it. */
  readonly problems: readonly CertificateProblem[];
}

const MOST_PROBLEMS = 20;

/** No list of authorities is longer than this, bytes. */
export const LARGEST_CERTIFICATE_FILE = 4 * 1024 * 1024;

/**
 * Reads certificate authorities from a file: PEM, one or many with anything between them, or a single one in DER. A
 * part that is no certificate, not a CA certificate, or out of date is left out and said; the others hold.
 */
export function readCertificateFile(bytes: Buffer, now = Date.now()): CertificateFile {
  if (bytes.length === 0) return nothing(ofFile({ code: 'file_empty', values: null }));
  const text = asText(bytes);
  if (!text.includes('-----BEGIN ')) return readDer(bytes, now);
  const certificates: string[] = [];
  const problems: CertificateProblem[] = [];
  for (const { line, label, block } of pemBlocks(text)) {
    const problem = takeBlock(label, block, now, certificates);
    if (problem !== undefined) problems.push({ ...problem, line });
  }
  if (certificates.length === 0 && problems.length === 0)
    problems.push(ofFile({ code: 'no_certificate', values: null }));
  return { certificates, problems: firstOf(problems) };
}

/** Windows writes text files with a mark of their encoding at the beginning, PowerShell in UTF-16. */
function asText(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.subarray(2).toString('utf16le');
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return (marked ? bytes.subarray(3) : bytes).toString('latin1');
}

/** Nobody reads a thousand of them. */
function firstOf(problems: readonly CertificateProblem[]): readonly CertificateProblem[] {
  const more = problems.length - MOST_PROBLEMS;
  if (more <= 0) return problems;
  return [...problems.slice(0, MOST_PROBLEMS), ofFile({ code: 'more', values: { count: more } })];
}

interface PemBlock {
  /** Where it begins, from 1. */
  readonly line: number;
  readonly label: string;
  /** Undefined where its end is missing. */
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
    // Another beginning in the place of the end is looked at, too.
    at = ended ? end : end - 1;
  }
}

/** Adds what a block brings; answers what is wrong with it. */
function takeBlock(
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
    // Whatever OpenSSL has to say of it, it is none.
    return undefined;
  }
}

/** A certificate that signs no other may still stand for itself, as that of a single server does. */
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

/** The name that a person knows it by: its common name, else its organisation, else all of it. */
export function nameOf(distinguishedName: string): string {
  const part = (key: string): string | undefined =>
    distinguishedName
      .split('\n')
      .find((line) => line.startsWith(`${key}=`))
      ?.slice(key.length + 1);
  return part('CN') ?? part('O') ?? distinguishedName.replaceAll('\n', ', ');
}

/** What is wrong with the file as a whole. */
export function ofFile(problem: WrongPart): CertificateProblem {
  return { ...problem, line: null };
}

function nothing(problem: CertificateProblem): CertificateFile {
  return { certificates: [], problems: [problem] };
}
