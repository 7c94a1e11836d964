import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { TagEditor } from '../../renderer/features/request/review-card.tsx';
import { renderInTheme } from './render-in-theme.tsx';

function Tags({ initial = [] }: { initial?: readonly string[] }) {
  const [tags, setTags] = useState(initial);
  return (
    <>
      <output>{tags.join('|')}</output>
      <TagEditor value={tags} suggestions={['shortlist', 'call back']} onChange={setTags} />
    </>
  );
}

const field = () => page.getByRole('combobox', { name: 'Tags' });

test('Enter, a comma and leaving the field add a tag, with white space collapsed', async () => {
  await renderInTheme(<Tags />);
  await field().click();
  await userEvent.keyboard('  night   shift {Enter}referral,שלום');
  await userEvent.tab();
  await expect.element(page.getByRole('status')).toHaveTextContent('night shift|referral|שלום');
});

test('duplicate tags are dropped, ignoring case', async () => {
  await renderInTheme(<Tags initial={['Shortlist']} />);
  await field().click();
  await userEvent.keyboard('shortlist{Enter}SHORTLIST,');
  await expect.element(page.getByRole('status')).toHaveTextContent('Shortlist');
  expect(page.getByRole('status').element().textContent).toBe('Shortlist');
});

test('Backspace in the empty field removes the last tag', async () => {
  await renderInTheme(<Tags initial={['one', 'two']} />);
  await field().click();
  await userEvent.keyboard('{Backspace}');
  await expect.poll(() => page.getByRole('status').element().textContent).toBe('one');
});
