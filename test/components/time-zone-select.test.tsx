import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { TimeZoneSelect } from '../../renderer/parts/send-later-choice.tsx';
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

test('a time zone is found by city and chosen by keyboard', async () => {
  await renderInTheme(<Zone />);
  await page.getByRole('combobox', { name: 'Time zone' }).fill('los ang');
  await expect.element(page.getByRole('option', { name: /Los Angeles/ })).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(page.getByRole('status')).toHaveTextContent('America/Los_Angeles');
});

test('an unknown city shows advice and keeps the selection', async () => {
  await renderInTheme(<Zone />);
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Gotham');
  await expect.element(page.getByText('No time zone found. Try a city, such as Berlin.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await userEvent.tab();
  await expect.element(page.getByRole('status')).toHaveTextContent('Europe/Berlin');
});
