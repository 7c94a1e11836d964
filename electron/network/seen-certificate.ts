import type { DetailedPeerCertificate, TLSSocket } from 'node:tls';
import type { AuthorityOrigin, SeenCertificate } from '../../shared/network.ts';

/** Looks up an authority's origin by SHA-256 fingerprint. */
export interface AuthorityOrigins {
  originOf(fingerprint256: string): AuthorityOrigin | undefined;
}

/** The certificate a server presented, if any. */
export function seenCertificate(
  socket: TLSSocket,
  authorities: AuthorityOrigins,
): SeenCertificate | undefined {
  const certificate = socket.getPeerCertificate(true);
  // Without a certificate Node returns an empty object.
  if (!certificate?.raw) return undefined;
  return {
    subject: nameIn(certificate.subject),
    issuer: nameIn(certificate.issuer),
    validFrom: Date.parse(certificate.valid_from),
    validUntil: Date.parse(certificate.valid_to),
    authority: authorityOf(certificate, authorities),
  };
}

/** The topmost trusted authority of the chain; servers may send more certificates than needed. */
function authorityOf(
  certificate: DetailedPeerCertificate,
  authorities: AuthorityOrigins,
): SeenCertificate['authority'] {
  const chain: DetailedPeerCertificate[] = [];
  for (
    let issuer: DetailedPeerCertificate | undefined = certificate;
    issuer?.raw && !chain.includes(issuer) && chain.length < 20;
    issuer = issuer.issuerCertificate
  ) {
    chain.push(issuer);
  }
  for (const issuer of chain.reverse()) {
    const origin = authorities.originOf(issuer.fingerprint256);
    if (origin) return { name: nameIn(issuer.subject), origin };
  }
  return null;
}

/** The common name, otherwise the organisation or its unit. */
function nameIn(name: DetailedPeerCertificate['subject'] | undefined): string {
  const parts: Readonly<Record<string, string | string[] | undefined>> = { ...name };
  const part = parts['CN'] ?? parts['O'] ?? parts['OU'];
  return (Array.isArray(part) ? part.join(', ') : part) ?? 'unnamed';
}
