import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { goTo } from '../../renderer/routes/hash-location.ts';
import { idOf, nameOf, openFirst } from './request-window.tsx';

const shown = () => document.body.innerText;

test('somebody erased meanwhile, as by a colleague, is no longer on screen', async () => {
  await page.viewport(1280, 800);
  const { client, erase } = await openFirst();
  await expect.poll(shown).toContain(nameOf(1));
  erase(0);
  await client.invalidateQueries();
  await expect.poll(shown).not.toContain(nameOf(0));
  expect(shown()).toContain('It may have been erased');
  expect(document.title).not.toContain(nameOf(0));
});

test('nor on the way back to the page', async () => {
  const { client, erase } = await openFirst();
  goTo(`/requests/${idOf(1)}`);
  await expect.poll(() => document.title).toContain(nameOf(1));
  erase(0);
  goTo(`/requests/${idOf(0)}`);
  await expect.poll(() => client.isFetching()).toBe(0);
  await expect.poll(() => document.title).not.toContain(nameOf(0));
});
