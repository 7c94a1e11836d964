import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useIdle } from '../../renderer/features/requests/use-request-list.ts';
import { renderInTheme } from './render-in-theme.tsx';

/** A list that leaves the page while a request is open, as it does in a narrow window. */
function List({ requestOpen }: { requestOpen: boolean }) {
  const { idle, watch } = useIdle();
  if (requestOpen) return <p>A request</p>;
  return <div ref={watch}>{idle ? 'Rows may move' : 'Rows stay'}</div>;
}

test('a pointer over the list keeps its rows in place, even after a request took the place of the list', async () => {
  const { rerender } = await renderInTheme(<List requestOpen={false} />);
  await rerender(<List requestOpen />);
  await rerender(<List requestOpen={false} />);
  await expect.element(page.getByText('Rows may move')).toBeVisible();
  await userEvent.hover(page.getByText('Rows may move'));
  await expect.element(page.getByText('Rows stay')).toBeVisible();
});
