import type { DetailedPeerCertificate, TLSSocket } from 'node:tls';
import type { AuthorityOrigin, SeenCertificate } from '../../shared/network.ts';

/** Knows where an authority comes from, by its SHA-256 fingerprint. */
export interface AuthorityOrigins {
  originOf(fingerprint256: string): AuthorityOrigin | undefined;
}

/** The certificate a server showed; undefined where there is none to see. */
export function seenCertificate(
  socket: TLSSocket,
  authorities: AuthorityOrigins,
): SeenCertificate | undefined {
  const certificate = socket.getPeerCertificate(true);
  // Without one Node gives an empty object.
  if (!certificate?.raw) return undefined;
  return {
    subject: nameIn(certificate.subject),
    issuer: nameIn(certificate.issuer),
    validFrom: Date.parse(certificate.valid_from),
    validUntil: Date.parse(certificate.valid_to),
    authority: authorityOf(certificate, authorities),
  };
}

/** The first of the chain that holds here, from the top down: a server may send more than is needed. */
function authorityOf(
  certificate: DetailedPeerCertificate,
  authorities: AuthorityOrigins,
): SeenCertificate['authority'] {
  const chain: DetailedPeerCertificate[] = [];
  for (
    let each: DetailedPeerCertificate | undefined = certificate;
    each?.raw && !chain.includes(each) && chain.length < 20;
    each = each.issuerCertificate
  ) {
    chain.push(each);
  }
  for (const each of chain.reverse()) {
    const origin = authorities.originOf(each.fingerprint256);
    if (origin) return { name: nameIn(each.subject), origin };
  }
  return null;
}

/** The name that a person knows it by: its common name, else its organisation. */
function nameIn(name: DetailedPeerCertificate['subject'] | undefined): string {
  const parts: Readonly<Record<string, string | string[] | undefined>> = { ...name };
  const part = parts['CN'] ?? parts['O'] ?? parts['OU'];
  return (Array.isArray(part) ? part.join(', ') : part) ?? 'without a name';
}
