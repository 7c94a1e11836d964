import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { DataGrid } from '../../renderer/parts/grid/data-grid.tsx';
import { renderInTheme } from './render-in-theme.tsx';

const columns = [{ id: 'name', header: 'Name', meta: { track: '1fr' }, cell: (name: string) => name }];

function Names({ names, onOpen }: { names: readonly string[]; onOpen: (name: string) => void }) {
  return (
    <div style={{ height: 300, display: 'flex' }}>
      <DataGrid
        label="Names"
        columns={columns}
        count={names.length}
        itemAt={(index) => names[index]}
        itemId={(name) => name}
        onOpen={onOpen}
      />
    </div>
  );
}

test('a press that began on one row opens no other that has taken its place before the release', async () => {
  const opened: string[] = [];
  const onOpen = (name: string) => void opened.push(name);
  const { rerender } = await renderInTheme(<Names names={['Grace', 'Ada']} onOpen={onOpen} />);
  const grace = page.getByRole('row', { name: 'Grace' });
  // The grid draws rows once it knows its height.
  await expect.element(grace).toBeVisible();
  const row = grace.element();
  row.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  row.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
  await rerender(<Names names={['Ada', 'Grace']} onOpen={onOpen} />);
  row.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
  row.dispatchEvent(new MouseEvent('mouseup', { bubbles: true }));
  row.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  expect(opened).not.toContain('Ada');
});
