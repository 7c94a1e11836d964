import { afterEach, expect, it } from 'vitest';
import { forgetCoveredNames } from '../../renderer/parts/undo/forget-covered-names.ts';
import { forgetChanges, latestChange, rememberChange } from '../../renderer/parts/undo/undo-stack.ts';
import type { ChangeNotice } from '../../shared/ipc/bridge.ts';

afterEach(() => forgetChanges(null));

/** Remembers a change in two workspaces, and says in which of them a notice leaves it. */
function leftAfter(notice: ChangeNotice): string[] {
  const workspaces = ['w1', 'w2'];
  for (const workspaceId of workspaces) {
    rememberChange({ workspaceId, what: 'Tags of Ada Lovelace', undo: async () => undefined });
  }
  let notify = (_notice: ChangeNotice): void => undefined;
  forgetCoveredNames({
    onChange: (listener) => {
      notify = listener;
      return () => undefined;
    },
  });
  notify(notice);
  return workspaces.filter((id) => latestChange(id) !== undefined);
}

it('names that become covered are no longer named by what could be undone in their workspace', () => {
  expect(leftAfter({ topic: 'covering', workspaceId: 'w1', names: true })).toEqual(['w2']);
});

it('a policy that covers names ends it in every workspace', () => {
  expect(leftAfter({ topic: 'covering', names: true })).toEqual([]);
});

it('what could be undone stays where only results are covered, or the Library changes', () => {
  expect(leftAfter({ topic: 'covering', workspaceId: 'w1', names: false })).toEqual(['w1', 'w2']);
  expect(leftAfter({ topic: 'covering', workspaceId: 'w1' })).toEqual(['w1', 'w2']);
});
