import { expect, test } from 'vitest';
import { doNotCall } from '../../shared/ipc/privacy-calls.ts';

test.each([
  ['+4903012345678', '+493012345678'],
  ['+49 (0)30 12345678 ext. 5', '+493012345678'],
  ['0049 30 12345678', '+493012345678'],
  ['+5215512345678', '+525512345678'],
  // Too short for its country, but nobody may call it either.
  ['+49301', '+49301'],
])('%s comes on the list as the number that would be called, %s', (phoneNumber, e164) => {
  const read = doNotCall.add.input.parse({ numbers: [{ phoneNumber, reason: '' }] });
  expect(read.numbers).toEqual([{ phoneNumber: e164, reason: '' }]);
  expect(doNotCall.forbidding.input.parse({ phoneNumbers: [phoneNumber] })).toEqual({ phoneNumbers: [e164] });
});

test.each(['', '030 12345678', 'nobody', '+49 30 1234567/7654321', `+49${'1'.repeat(200)}`])(
  '%j does not come on the list',
  (phoneNumber) => {
    expect(doNotCall.add.input.safeParse({ numbers: [{ phoneNumber, reason: '' }] }).success).toBe(false);
  },
);
