import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type ChosenTime, sendLaterZone } from '../../renderer/parts/send-later.ts';
import { SendLaterChoice } from '../../renderer/parts/send-later-choice.tsx';
import { renderInTheme } from './render-in-theme.tsx';

/** A Wednesday, 13:00 in Berlin and 04:00 in Los Angeles. */
const NOW = Date.parse('2026-11-25T12:00:00Z');

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  return () => vi.useRealTimers();
});

function Choice({
  timeZones,
  first = null,
}: {
  timeZones: readonly string[] | null;
  first?: ChosenTime | null;
}) {
  const [value, setValue] = useState<ChosenTime | null>(first);
  return (
    <>
      <output>{JSON.stringify(value && { ...value, at: new Date(value.at).toISOString() })}</output>
      <SendLaterChoice
        zone={sendLaterZone(timeZones, NOW)}
        value={value}
        onChange={setValue}
        onGiveUp={() => setValue(null)}
      />
    </>
  );
}

const chosen = page.getByRole('status');

test("presets are on the candidate's clock, with the user's own time beside", async () => {
  await renderInTheme(<Choice timeZones={['America/Los_Angeles']} />);
  await expect.element(page.getByText("Times are the candidate's, in Los Angeles.")).toBeVisible();
  await page.getByRole('button', { name: /^Tomorrow 9:00/ }).click();
  await expect
    .element(chosen)
    .toHaveTextContent('{"at":"2026-11-26T17:00:00.000Z","timeZone":"America/Los_Angeles"}');
  await expect.element(page.getByLabelText('Not before')).toHaveValue('2026-11-26T09:00');
  await expect.element(page.getByText(/^Tomorrow 9:00.* in Los Angeles, .* your time\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Send as soon as possible' }).click();
  await expect.element(chosen).toHaveTextContent('null');
});

test("any date and time is on the candidate's clock too", async () => {
  await renderInTheme(<Choice timeZones={['Asia/Kolkata']} />);
  await page.getByLabelText('Not before').fill('2026-12-01T10:15');
  await expect
    .element(chosen)
    .toHaveTextContent('{"at":"2026-12-01T04:45:00.000Z","timeZone":"Asia/Kolkata"}');
});

test('of several time zones, the one used is named', async () => {
  await renderInTheme(<Choice timeZones={['Australia/Adelaide', 'Australia/Perth', 'Australia/Sydney']} />);
  await expect
    .element(page.getByText(/in several time zones\. Times are for Perth, where the day starts last\./))
    .toBeVisible();
});

test("without the candidate's time zone, the user's own is used and named", async () => {
  await renderInTheme(<Choice timeZones={[]} />);
  await expect.element(page.getByText(/doesn't tell its time zone\. Times are yours, in/)).toBeVisible();
  await page.getByRole('button', { name: /^Tomorrow 9:00/ }).click();
  await expect.poll(() => chosen.element().textContent).toMatch(/"timeZone":null/);
});
