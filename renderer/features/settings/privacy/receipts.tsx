import { Button, Group } from '@mantine/core';
import type { ErasureReceipt } from '../../../../shared/privacy.ts';
import { useSaveReceipt } from '../../../api/privacy.ts';
import { EmptyState } from '../../../parts/empty-state/empty-state.tsx';
import { showSavedFile } from '../../../parts/export/show-saved-file.tsx';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';
import { Section } from '../../../parts/section/section.tsx';
import { countOf } from '../../../parts/text/count-of.ts';
import { formatDateTime } from '../../../parts/time/format-time.ts';
import classes from './privacy.module.css';

/** Receipts of past erasures; they name nobody. */
export function Receipts({ receipts }: { receipts: readonly ErasureReceipt[] }) {
  const save = useSaveReceipt();
  return (
    <Section title="Receipts">
      {receipts.length === 0 ? (
        <EmptyState title="Nothing erased yet">
          Each erasure leaves a receipt here that says how much, when and from where, but no names.
        </EmptyState>
      ) : (
        <ul className={classes['receipts']}>
          {receipts.map((receipt) => (
            <li key={receipt.id} className={classes['receipt']}>
              <div>
                <div className={classes['name']}>{titleOf(receipt)}</div>
                <div className={classes['dim']}>
                  {contentsOf(receipt)}, from{' '}
                  {receipt.workspace ? <bdi>{receipt.workspace}</bdi> : 'all workspaces'}
                </div>
                <div className={classes['dim']}>
                  {receipt.finishedAt === null
                    ? 'In progress: the last traces are being overwritten'
                    : `${formatDateTime(receipt.finishedAt)} · receipt ${receipt.id.slice(0, 8)}`}
                </div>
              </div>
              <Group gap={6} wrap="nowrap">
                {(['txt', 'json'] as const).map((format) => (
                  <Button
                    key={format}
                    size="compact-xs"
                    variant="default"
                    aria-label={`Save receipt ${receipt.id.slice(0, 8)} as ${format === 'txt' ? 'text' : 'JSON'}`}
                    onClick={() =>
                      save.mutate(
                        { id: receipt.id, format },
                        {
                          onSuccess: ({ path }) => {
                            if (path !== null) showSavedFile({ title: 'Receipt saved', path });
                          },
                        },
                      )
                    }
                  >
                    {format === 'txt' ? 'Save as text' : 'JSON'}
                  </Button>
                ))}
              </Group>
            </li>
          ))}
        </ul>
      )}
      <ErrorNotice error={save.error} />
    </Section>
  );
}

function titleOf({ kind, days }: ErasureReceipt): string {
  return kind === 'person' ? 'One person' : `Finished more than ${days} days ago`;
}

function contentsOf({
  requests,
  submissions,
  notes,
  importRows,
  mentions,
  ...listed
}: ErasureReceipt): string {
  const parts = [
    requests > 0 && countOf(requests, 'request'),
    submissions > 0 && countOf(submissions, 'submission'),
    notes > 0 && countOf(notes, 'note'),
    importRows > 0 && `${countOf(importRows, 'row')} of files`,
    mentions > 0 && countOf(mentions, 'mention'),
    listed.listedNumbers > 0 && countOf(listed.listedNumbers, 'do-not-call entry', 'do-not-call entries'),
    listed.rightsRequests > 0 &&
      countOf(listed.rightsRequests, 'entry of the register', 'entries of the register'),
    listed.heldBy > 0 && `kept by ${countOf(listed.heldBy, 'legal hold')} until then`,
    listed.floorDays !== null && `some younger than ${countOf(listed.floorDays, 'day')}`,
    listed.blockedNumbers > 0 && `${countOf(listed.blockedNumbers, 'number')} still blocked`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? 'Nothing' : parts.join(', ');
}
