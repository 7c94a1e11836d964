import { Button } from '@mantine/core';
import type { ImportSummary } from '../../../shared/imports.ts';
import { importName } from '../../../shared/words/import-words.ts';
import { usePastImports, useSaveProblems } from '../../api/import.ts';
import { showSavedFile } from '../../parts/export/show-saved-file.tsx';
import { useExportLock } from '../../parts/export/use-export-lock.ts';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { Section } from '../../parts/section/section.tsx';
import { ClippedText } from '../../parts/text/clipped-text.tsx';
import { countOf, formatNumber } from '../../parts/text/count-of.ts';
import { formatDateTime } from '../../parts/time/format-time.ts';
import classes from './past-imports.module.css';
import { WithdrawButton } from './withdraw-button.tsx';

/** The files imported before, and what became of their rows. */
export function PastImports() {
  const { data, error } = usePastImports();
  if (error) return <ErrorNotice error={error} title="Couldn't load past imports." />;
  if (!data || data.length === 0) return null;
  return (
    <Section title="Past imports">
      <ul className={classes['list']}>
        {data.map((summary) => (
          <PastImport key={summary.id} summary={summary} />
        ))}
      </ul>
    </Section>
  );
}

function PastImport({ summary }: { summary: ImportSummary }) {
  const { id, createdAt } = summary;
  const name = importName(summary.name);
  const toFix = summary.notQueued + summary.refused;
  return (
    <li className={classes['item']}>
      <div className={classes['words']}>
        <div className={classes['head']}>
          <ClippedText strong>{name}</ClippedText>
          <span className={classes['when']}>{formatDateTime(createdAt)}</span>
        </div>
        <div className={classes['counts']}>{countsOf(summary)}</div>
        {!summary.finished && unreached(summary) > 0 && (
          <div className={classes['stopped']}>
            Queueing stopped before the end. Choose the file again to go on with the rest.
          </div>
        )}
      </div>
      <div className={classes['actions']}>
        <WithdrawButton id={id} name={name} />
        {toFix > 0 && <SaveButton id={id} count={toFix} />}
      </div>
    </li>
  );
}

function SaveButton({ id, count }: { id: string; count: number }) {
  const save = useSaveProblems();
  const { lock } = useExportLock();
  return (
    <Button
      size="xs"
      variant="default"
      loading={save.isPending}
      title="Saves these rows with their problems, so that you can correct them and import them again"
      {...lock}
      onClick={() =>
        save.mutate(id, {
          onSuccess: ({ path, count: saved }) => {
            if (path !== null) showSavedFile({ title: `${countOf(saved, 'row')} saved`, path });
          },
        })
      }
    >
      Save {countOf(count, 'row')} to fix
    </Button>
  );
}

function countsOf(summary: ImportSummary): string {
  const notQueued = summary.notQueued + unreached(summary);
  const outcomes = notQueued === summary.rows ? 'nothing queued' : outcomesOf({ ...summary, notQueued });
  return `${countOf(summary.rows, 'row')}: ${outcomes}`;
}

/** Rows that could have been queued and weren't: queueing stopped before them, or was undone. */
function unreached(summary: ImportSummary): number {
  const { rows, unsent, undecided, accepted, withdrawn, refused, notQueued, erased } = summary;
  return Math.max(0, rows - unsent - undecided - accepted - withdrawn - refused - notQueued - erased);
}

/** What became of the rows: `3 waiting, 2 withdrawn`. */
export function outcomesOf(summary: ImportSummary): string {
  const counts: readonly (readonly [number, string])[] = [
    [summary.unsent, 'waiting'],
    [summary.undecided, 'being sent'],
    [summary.accepted, 'accepted'],
    [summary.withdrawn, 'withdrawn'],
    [summary.refused, 'refused by the service'],
    [summary.notQueued, 'not queued'],
    [summary.erased, 'erased'],
  ];
  return counts
    .flatMap(([count, words]) => (count === 0 ? [] : [`${formatNumber(count)} ${words}`]))
    .join(', ');
}
