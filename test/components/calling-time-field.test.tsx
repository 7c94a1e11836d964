import { QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { InWorkspace } from '../../renderer/api/app-state.tsx';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { CallingTimeField } from '../../renderer/features/new-request/request-fields.tsx';
import { formatPlanned } from '../../renderer/parts/format.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { dayAt, earliestCall } from '../../shared/notice.ts';
import { ACME } from './app-state.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

const BERLIN = 'Europe/Berlin';

test.each([
  ['says the day that is late enough after the notice', 3],
  ['says that the hours are now if the notice is old enough', 0],
])('a call within the hours %s', async (_words, days) => {
  stubBridge({
    'rules.callingTime': (input) => ({
      at: (input as { notBefore: number | null }).notBefore ?? Date.now(),
      timeZones: [BERLIN],
      candidateTimeZones: [BERLIN],
      held: true,
    }),
  });
  const noticeOn = dayAt(Date.now(), BERLIN);
  await renderInTheme(
    <QueryClientProvider client={createQueryClient()}>
      <InWorkspace workspace={ACME}>
        <CallingTimeField
          phoneNumber="+4930901820"
          notBefore={null}
          notice={{ on: noticeOn, days }}
          timeZone={null}
          anyHour={false}
          onTimeZone={() => undefined}
          onChecked={() => undefined}
          onAnyHour={() => undefined}
        />
      </InWorkspace>
    </QueryClientProvider>,
  );
  const first = earliestCall(noticeOn, days, [BERLIN]);
  const words =
    days === 0 ? 'That is within the calling hours.' : `It goes out ${formatPlanned(first, Date.now())}`;
  expect(first > Date.now() + DAY_MS).toBe(days > 0);
  const field = page.getByRole('group', { name: 'Calling hours' });
  await expect.poll(() => field.element().textContent).toContain(words);
});
