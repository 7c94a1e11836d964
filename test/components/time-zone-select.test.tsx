import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { TimeZoneSelect } from '../../renderer/parts/time-zone/time-zone-select.tsx';
import { renderInTheme } from './render-in-theme.tsx';

function Zone() {
  const [zone, setZone] = useState<string | null>('Europe/Berlin');
  return (
    <>
      <output>{zone}</output>
      <TimeZoneSelect label="Time zone" value={zone} onChange={setZone} />
    </>
  );
}

test('a time zone is found by its city and chosen by key', async () => {
  await renderInTheme(<Zone />);
  await page.getByRole('combobox', { name: 'Time zone' }).fill('los ang');
  await expect.element(page.getByRole('option', { name: /Los Angeles/ })).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(page.getByRole('status')).toHaveTextContent('America/Los_Angeles');
});

test('a city that is none says what to try, and leaves the choice as it was', async () => {
  await renderInTheme(<Zone />);
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Gotham');
  await expect.element(page.getByText('No such time zone. Try a city, such as Berlin.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await userEvent.tab();
  await expect.element(page.getByRole('status')).toHaveTextContent('Europe/Berlin');
});
