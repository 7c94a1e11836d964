import { expect, test } from 'vitest';
import { widenConnectSrc } from '../../preview/content-security-policy.ts';
import { withBridge } from '../../preview/page-response.ts';

const socket = ['ws://here'];

test.each([
  ["default-src 'self'; connect-src 'none'", "default-src 'self'; connect-src ws://here"],
  ["connect-src 'self' https://a; img-src *", "img-src *; connect-src 'self' https://a ws://here"],
  ["default-src 'self'", "default-src 'self'; connect-src 'self' ws://here"],
  ["default-src 'none'", "default-src 'none'; connect-src ws://here"],
  ["script-src 'self'", "script-src 'self'"],
  [
    "default-src 'none', Connect-Src 'NONE';",
    "default-src 'none'; connect-src ws://here, connect-src ws://here",
  ],
])('turns %j into %j', (policy, widened) => {
  expect(widenConnectSrc(policy, socket)).toBe(widened);
});

test('inserts the bridge before all other elements of the head', () => {
  const script = '<script src="preview/bridge.js"></script>';
  const put = (html: string) => withBridge(html, 'preview/bridge.js');
  expect(put('<html><HEAD lang="en"><script>')).toBe(`<html><HEAD lang="en">${script}<script>`);
  expect(put('<header>')).toBe(`${script}<header>`);
});
