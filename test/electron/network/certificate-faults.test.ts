import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { askTraced } from '../../../electron/diagnostics/connection-check.ts';
import { findingWords } from '../../../shared/words/finding-words.ts';
import type { ProblemWords } from '../../../shared/words/problem-words.ts';
import { rawServer } from '../service/raw-server.ts';
import { createWords, signInWords } from './failure-words.ts';
import { networkWith } from './network-under-test.ts';
import { type KeyPair, type PrivateAuthority, privateAuthority } from './private-authority.ts';
import { testProxy } from './test-proxy.ts';

/** What can be wrong with a certificate for `named.test`. */
type Fault = 'expired' | 'other_host' | 'expired_other_host' | 'untrusted';

let folder: string;
let authority: PrivateAuthority;
let certificates: Readonly<Record<Fault, KeyPair>>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'callboard-test-'));
  authority = privateAuthority(folder);
  const stranger = privateAuthority(mkdtempSync(join(folder, 'stranger-')), 'Stranger');
  certificates = {
    expired: authority.sign('named.test', -1),
    other_host: authority.sign('other.test'),
    expired_other_host: authority.sign('former.test', -1),
    untrusted: stranger.sign('named.test'),
  };
});
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

const FAULTS = ['expired', 'other_host', 'expired_other_host', 'untrusted'] as const;
const DATE = "Check this computer's date. If it's right, ask ";

/** A network that trusts the authority, and a server with the faulty certificate; nothing may be sent to it. */
async function faulty(fault: Fault) {
  const server = await rawServer({ certificate: certificates[fault] });
  onTestFinished(() => {
    expect(server.connections.map(({ received }) => received).join('')).toBe('');
  });
  const { network } = await networkWith({ proxyMode: 'none', certificateFile: authority.certificatePath });
  return { network, url: `https://named.test:${server.port}` };
}

/** The same through an HTTPS proxy that has the faulty certificate. */
async function throughProxy(fault: Fault) {
  const proxy = await testProxy({ certificate: certificates[fault] });
  const { network } = await networkWith({
    proxyMode: 'manual',
    proxyAddress: `https://named.test:${proxy.port}`,
    certificateFile: authority.certificatePath,
  });
  onTestFinished(() => expect(proxy.connects).toEqual([]));
  return { network, url: 'https://service.test', its: `It is named.test:${proxy.port}.` };
}

const SERVICE: Readonly<Record<Fault, ProblemWords>> = {
  expired: {
    message: "The service's certificate has expired.",
    nextStep: `${DATE}the service's administrator to renew the certificate, then choose Try now.`,
  },
  expired_other_host: {
    message: "The service's certificate has expired.",
    nextStep: `${DATE}the service's administrator to renew the certificate, then choose Try now.`,
  },
  other_host: {
    message: "The service's certificate is for another address.",
    nextStep:
      "Check the service address in the connection settings. If it's right, ask the service's administrator, then choose Try now.",
  },
  untrusted: {
    message: "The service's certificate is not trusted by this computer.",
    nextStep:
      'Ask your IT department for the certificate authority and add it in Settings > Network, then choose Try now.',
  },
};

test.each(FAULTS)('a submission says what is wrong with a certificate: %s', async (fault) => {
  const { network, url } = await faulty(fault);
  expect(await createWords(network, url)).toEqual(SERVICE[fault]);
});

test.each(FAULTS)('a sign-in says what is wrong with a certificate: %s', async (fault) => {
  const { network, url } = await faulty(fault);
  const words: Readonly<Record<Fault, ProblemWords>> = {
    expired: {
      message: 'The certificate of named.test has expired.',
      nextStep: `${DATE}the service's administrator to renew the certificate, then sign in again.`,
    },
    expired_other_host: {
      message: 'The certificate of named.test has expired.',
      nextStep: `${DATE}the service's administrator to renew the certificate, then sign in again.`,
    },
    other_host: {
      message: 'The certificate of named.test is for another address.',
      nextStep:
        "Check the sign-in address in the connection settings. If it's right, ask the service's administrator, then sign in again.",
    },
    untrusted: {
      message: 'The certificate of named.test is not trusted by this computer.',
      nextStep: 'Ask your IT department for the certificate authority and add it in Settings > Network.',
    },
  };
  const host = new URL(url).host;
  const { message, nextStep } = words[fault];
  expect(await signInWords(network, url)).toMatchObject({
    message: message.replace('named.test', host),
    nextStep,
  });
});

test.each(FAULTS)("a submission says what is wrong with a proxy's own certificate: %s", async (fault) => {
  const { network, url, its } = await throughProxy(fault);
  const { message, nextStep } = await createWords(network, url);
  const expired = [
    "The proxy's own certificate has expired.",
    `${DATE}your IT department to renew the certificate, then choose Try now.`,
  ] as const;
  const words: Readonly<Record<Fault, readonly [string, string]>> = {
    expired,
    expired_other_host: expired,
    other_host: [
      "The proxy's own certificate is for another address.",
      "Check the address of the proxy in Settings > Network. If it's right, ask your IT department, then choose Try now.",
    ],
    untrusted: [
      "The proxy's own certificate is not trusted by this computer.",
      'Add the certificate authority in Settings > Network; it will then be sent automatically.',
    ],
  };
  expect([message, nextStep]).toEqual([`${words[fault][0]} ${its}`, words[fault][1]]);
});

test.each(FAULTS)("a sign-in says what is wrong with a proxy's own certificate: %s", async (fault) => {
  const { network, url } = await throughProxy(fault);
  const message = (await signInWords(network, url))?.message;
  const words: Readonly<Record<Fault, string>> = {
    expired: "The proxy's own certificate has expired.",
    expired_other_host: "The proxy's own certificate has expired.",
    other_host: "The proxy's own certificate is for another address.",
    untrusted: "The proxy's own certificate is not trusted: unable to verify the first certificate",
  };
  expect(message).toContain(`${words[fault]} It is the proxy for service.test: `);
});

test.each([
  ['expired', 'The certificate has expired, or one it depends on has.'],
  ['other_host', 'The certificate is for a different name than named.test.'],
  ['untrusted', 'The certificate was issued by Stranger, which is not trusted here.'],
] as const)('the connection check says what is wrong with a certificate: %s', async (fault, words) => {
  const { network, url } = await faulty(fault);
  const { hops } = await askTraced(network, new URL(url));
  const finding = hops.at(-1)?.finding;
  expect(finding && findingWords(finding).words).toBe(words);
});
