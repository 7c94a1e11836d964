import { QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { PhoneField } from '../../renderer/features/new-request/request-fields.tsx';
import { defaultRules } from '../../shared/workspace-rules.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

/** Shows the field with a number, where only numbers of some countries may be called. */
async function show(number: string, allowed: readonly 'DE'[]) {
  const asked: unknown[] = [];
  stubBridge({
    'rules.get': () => ({ ...defaultRules('Europe/Berlin'), allowedCountries: allowed }),
    'doNotCall.forbidding': () => [null],
    'submissions.checkNumber': (input) => {
      const { phoneNumber } = Object(input);
      asked.push(phoneNumber);
      return phoneNumber.startsWith('+44')
        ? { code: 'country_not_allowed', values: { country: 'GB' } }
        : null;
    },
  });
  await renderInTheme(
    <QueryClientProvider client={createQueryClient()}>
      <PhoneField value={number} defaultCountry={null} onChange={() => undefined} />
    </QueryClientProvider>,
  );
  return asked;
}

test('a number of a country that may not be called says so before it is submitted', async () => {
  await show('+44 20 7946 0958', ['DE']);
  const hint = page.getByText('Can’t be submitted: numbers of United Kingdom may not be called.');
  await expect.element(hint).toBeVisible();
});

test('a number of a country that may be called says what is dialled', async () => {
  const asked = await show('+49 30 901820', ['DE']);
  await expect.poll(() => asked).toEqual(['+4930901820']);
  await expect.element(page.getByText(/^Will be dialled as/)).toBeVisible();
});

test('without a limit of countries nothing is asked', async () => {
  const asked = await show('+44 20 7946 0958', []);
  await expect.element(page.getByText(/^Will be dialled as/)).toBeVisible();
  expect(asked).toEqual([]);
});
