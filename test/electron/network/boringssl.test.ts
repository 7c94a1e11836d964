import { expect, test } from 'vitest';
import { isCertificateError } from '../../../electron/network/system-error.ts';
import { outcomeBeforeSending } from '../../../electron/service/create-outcomes.ts';

/** Errors as Node reports them from BoringSSL; OpenSSL accepts such a certificate, so only Electron can produce them. */
function boringSslError(code: string, reason: string): Error {
  const text = `error:1000012e:SSL routines:OPENSSL_internal:${reason}:ssl_cert.cc:607:\n`;
  return Object.assign(new Error(code === 'EPROTO' ? `write EPROTO 7305:${text}` : text), { code });
}

test.for(['EPROTO', 'ERR_SSL_KEY_USAGE_BIT_INCORRECT'])(
  'a certificate that only BoringSSL refuses holds the submission (%s)',
  (code) => {
    const error = new Error('fetch failed', { cause: boringSslError(code, 'KEY_USAGE_BIT_INCORRECT') });
    expect(outcomeBeforeSending(error)).toBe('certificate_not_trusted');
  },
);

test('another failure of the handshake is not about the certificate', () => {
  expect(isCertificateError(boringSslError('EPROTO', 'WRONG_VERSION_NUMBER'))).toBe(false);
});
