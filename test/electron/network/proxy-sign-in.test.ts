import { expect, test } from 'vitest';
import { createWords, signInWords } from './failure-words.ts';
import { networkWith } from './network-under-test.ts';
import { testProxy } from './test-proxy.ts';

test.each([
  ['Digest realm="x"', 'Digest', 'for a sign-in by Basic'],
  ['NTLM', 'NTLM', 'for a proxy on this computer that signs in for it'],
  ['Negotiate', 'Kerberos (Negotiate)', 'for a proxy on this computer that signs in for it'],
  [
    'Negotiate\r\nProxy-Authenticate: NTLM\r\nProxy-Authenticate: Digest realm="x", ntlm',
    'Kerberos (Negotiate), NTLM or Digest',
    'for a proxy on this computer that signs in for it',
  ],
])('a proxy that wants %j is told from others, with a step that helps', async (challenge, name, way) => {
  const proxy = await testProxy({
    behaviour: ({ client }) =>
      client.end(`HTTP/1.1 407 No\r\nProxy-Authenticate: ${challenge}\r\nContent-Length: 0\r\n\r\n`),
  });
  const { network } = await networkWith({ pac: () => `PROXY ${proxy.name}` });
  const url = 'https://service.test';
  expect(await createWords(network, url)).toEqual({
    message: `The proxy requires a sign-in by ${name}, which Callboard doesn't support. It is ${proxy.name}.`,
    nextStep: `Ask your IT department to let Callboard through without a sign-in, or ${way}, then choose Try now.`,
  });
  const signIn = await signInWords(network, url);
  expect(signIn?.message).toContain(`a sign-in by ${name}, which`);
  expect(signIn?.nextStep).toContain(`${way}, then sign in again.`);
});
