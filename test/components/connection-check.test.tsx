import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AppStateProvider } from '../../renderer/api/app-state.tsx';
import { ConnectionCheck } from '../../renderer/features/settings/network/connection-check.tsx';
import { type CheckResult, partsOf } from '../../shared/connection-check.ts';
import { appState } from './app-state.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

const SIGN_IN: readonly CheckResult[] = [
  {
    step: 'sign_in',
    state: 'problem',
    finding: { code: 'certificate_not_trusted', values: { issuer: 'Example Corp' } },
    hops: [
      {
        kind: 'dns',
        about: 'login.acme.example',
        state: 'ok',
        ms: 3,
        finding: { code: 'addresses_found', values: { addresses: ['192.0.2.7'] } },
      },
      {
        kind: 'tls',
        about: 'login.acme.example',
        state: 'failed',
        ms: 41,
        finding: { code: 'certificate_not_trusted', values: { issuer: 'Example Corp' } },
        certificate: {
          subject: 'login.acme.example',
          issuer: 'Example Corp',
          validFrom: 0,
          validUntil: Date.UTC(2027, 0, 15, 12),
          authority: null,
        },
      },
    ],
  },
  { step: 'clock', state: 'unclear', finding: { code: 'no_answer', values: { host: 'login.acme.example' } } },
];
const SERVICE: CheckResult = {
  step: 'service',
  state: 'ok',
  finding: {
    code: 'service_answered',
    values: { host: 'api.acme.example', status: 401, said: 'Bring a token' },
  },
};

test('the results are copied as the text that is on screen, with addresses and without the client ID', async () => {
  const asked: unknown[] = [];
  stubBridge({
    'connectionCheck.plan': () => ({ redirectUri: 'x', way: 'paste', parts: partsOf('paste') }),
    'connectionCheck.run': (input) => {
      const part = (input as { part: string }).part;
      asked.push(part);
      return part === 'sign_in' ? SIGN_IN : part === 'service' ? [SERVICE] : [];
    },
  });
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
  onTestFinished(() => void vi.restoreAllMocks());
  await renderInTheme(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <AppStateProvider state={appState()}>
        <ConnectionCheck />
      </AppStateProvider>
    </QueryClientProvider>,
  );
  await userEvent.click(page.getByRole('button', { name: 'Check the connection' }));
  await expect.element(page.getByRole('status').first()).toHaveTextContent('1 problem found.');
  expect(asked).toEqual(['sign_in', 'way_back', 'service']);
  await userEvent.click(page.getByRole('button', { name: 'Copy as text' }));
  await expect.poll(() => copied).toHaveLength(1);
  const [text = ''] = copied;
  for (const line of [
    'Service address: https://api.acme.example',
    'Sign-in address: https://login.acme.example',
    '1 problem found.',
    'Sign-in page: problem',
    '- Host name login.acme.example (3 ms): 192.0.2.7',
    '- Secure connection login.acme.example (41 ms): The certificate was issued by Example Corp, which is not trusted here.',
    '  Trusted by: no known authority',
    'This computer’s clock: unknown',
    'Service: OK',
    'api.acme.example answers (HTTP 401) and says: “Bring a token”.',
  ]) {
    expect(text.split('\n')).toContain(line);
  }
  expect(text).toContain('add it in Settings > Network');
  expect(text).not.toMatch(/client/i);
  // What is copied is also read on screen.
  expect(document.body.textContent).toContain('answers (HTTP 401) and says: “Bring a token”.');
});
