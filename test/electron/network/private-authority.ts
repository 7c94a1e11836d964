import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

/** A private certificate authority, as companies have. */
export interface PrivateAuthority {
  /** PEM. */
  readonly certificate: string;
  readonly certificatePath: string;
  readonly keyPath: string;
  /** Signs a certificate for this name and 127.0.0.1. */
  sign(name: string, days?: number): KeyPair;
}

const EC = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** Creates an authority in `folder`. */
export function privateAuthority(folder: string, name = 'Example Corp Root CA'): PrivateAuthority {
  const keyPath = join(folder, 'ca-key.pem');
  const certificatePath = join(folder, 'ca.pem');
  openssl([
    ...['req', '-x509', ...EC, '-days', '3', '-subj', `/O=Example Corp/CN=${name}`],
    ...['-addext', 'basicConstraints=critical,CA:TRUE', '-keyout', keyPath, '-out', certificatePath],
  ]);
  const sign = (host: string, days = 2): KeyPair => {
    const key = join(folder, `${host}-key.pem`);
    const request = join(folder, `${host}.csr`);
    const cert = join(folder, `${host}.pem`);
    const extensions = join(folder, `${host}.ext`);
    openssl(['req', '-new', ...EC, '-subj', `/CN=${host}`, '-keyout', key, '-out', request]);
    writeFileSync(extensions, `subjectAltName=DNS:${host},IP:127.0.0.1\nbasicConstraints=CA:FALSE\n`);
    openssl([
      ...['x509', '-req', '-in', request, '-CA', certificatePath, '-CAkey', keyPath, '-CAcreateserial'],
      ...['-days', String(days), '-extfile', extensions, '-out', cert],
    ]);
    return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
  };
  return { certificate: readFileSync(certificatePath, 'utf8'), certificatePath, keyPath, sign };
}

function openssl(args: readonly string[]): void {
  execFileSync('openssl', [...args], { stdio: 'ignore' });
}
