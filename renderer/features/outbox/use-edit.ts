import { useLocation } from 'wouter';
import type { OutboxRow } from '../../../shared/outbox.ts';
import { useTakeBack } from '../../api/outbox.ts';
import { editFromOutboxPath } from '../../routes/paths.ts';

/**
 * Opens a submission in the form; takes one that is about to be sent back first, so that it isn't sent while being edited.
 * One on hold stays there: the form sees to it. `path`: the form, and what it returns to.
 */
export function useEdit(row: OutboxRow, path = editFromOutboxPath(row.id)) {
  const [, navigate] = useLocation();
  const takeBack = useTakeBack();
  const open = () => navigate(path);
  const start = () => {
    if (row.state === 'draft' || row.state === 'held') open();
    else takeBack.mutate(row.id, { onSuccess: open });
  };
  return { label: labelOf(row), start, isPending: takeBack.isPending };
}

/** What is wanting, if that is why it isn't sent. */
function labelOf({ refusedNow }: OutboxRow): string {
  return refusedNow?.code === 'notice_missing' ? 'Add notice' : 'Edit';
}
