import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { Histogram } from '../../renderer/features/insights/charts.tsx';
import { FIRST_STATE } from '../../renderer/features/requests/list-state.ts';
import { useRowsOnScreen } from '../../renderer/features/requests/use-rows-on-screen.ts';
import { ViewsBar } from '../../renderer/features/requests/views-bar.tsx';
import { NO_FILTER } from '../../shared/request-filter.ts';
import { requestRow } from '../renderer/request-row.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

test('the open view has the number of the list below it, although the other views are counted more slowly', async () => {
  stubBridge({ 'requests.list': () => ({ rows: [], total: 1, all: 1 }), 'views.list': () => [] });
  await renderInTheme(
    <QueryClientProvider client={createQueryClient()}>
      <ViewsBar
        state={FIRST_STATE}
        listed={{ filter: { ...NO_FILTER }, total: 3 }}
        onChange={() => undefined}
      />
    </QueryClientProvider>,
  );
  await expect
    .element(page.getByRole('group', { name: 'Views' }))
    .toHaveTextContent('All 3Changed since you looked 1Archived 1');
});

test('the age belongs to the rows on screen as soon as they change, also while a busy service changes them all the time', async () => {
  stubBridge({ 'requests.onScreen': () => null });
  const seen: (number | undefined)[] = [];
  function Probe({ refreshedAt }: { refreshedAt: number }) {
    const row = requestRow({ refreshedAt });
    const { onRange, checked } = useRowsOnScreen(() => row);
    seen.push(checked?.latest);
    return (
      <button type="button" onClick={() => onRange(0, 0)}>
        {String(checked?.latest)}
      </button>
    );
  }
  function Changing() {
    const [refreshedAt, setRefreshedAt] = useState(1000);
    return (
      <>
        <Probe refreshedAt={refreshedAt} />
        <button type="button" onClick={() => setRefreshedAt(2000)}>
          Change
        </button>
      </>
    );
  }
  await renderInTheme(<Changing />);
  const button = (name: string) => page.getByRole('button', { name }).element() as HTMLButtonElement;
  button('undefined').click();
  // No timer ends, as while notices come all the time.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  button('Change').click();
  for (let frames = 0; frames < 60 && seen.at(-1) !== 2000; frames += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  expect(seen.at(-1)).toBe(2000);
});

test.each([0.004, 0.5, 0.99])('a marker at %d of the only range lies within its column', async (at) => {
  await renderInTheme(
    <div style={{ width: 460 }}>
      <Histogram
        label="Time to assessment"
        markers={[{ name: 'Median', at }]}
        columns={[{ key: '0', label: '0', title: 'under 5', count: 3, lines: ['3 requests'] }]}
      />
    </div>,
  );
  const bar = page
    .getByRole('img', { name: /^under 5/ })
    .element()
    .firstElementChild?.getBoundingClientRect();
  const marker = page.getByText('Median', { exact: true }).element().parentElement?.getBoundingClientRect();
  if (!bar || !marker) throw new Error('There is no column or no marker.');
  expect(bar.height).toBeGreaterThan(10);
  // The line itself is 1.5 px wide, and columns are 2 px apart.
  expect(marker.left).toBeGreaterThanOrEqual(bar.left - 2);
  expect(marker.left).toBeLessThanOrEqual(bar.right + 2);
});
