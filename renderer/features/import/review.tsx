import { useCallback, useState } from 'react';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { type ChooseAnyway, ChooseAnywayProvider } from './anyway-choice.ts';
import { ColumnMappingPanel } from './column-mapping-panel.tsx';
import { CorrectRow } from './correct-row.tsx';
import type { RowValues } from './import-fields.ts';
import type { ImportSession } from './import-session.ts';
import {
  closeImport,
  lacksSource,
  type OpenImport,
  withAnyway,
  withCorrection,
  withHeaders,
  withMapping,
} from './import-state.ts';
import { type RowState, readyRows } from './judge-rows.ts';
import { QueueBar } from './queue-bar.tsx';
import { QueueOutcome } from './queue-outcome.tsx';
import { ReviewFilter } from './review-filter.tsx';
import { ReviewGrid } from './review-grid.tsx';
import { SourceBar } from './source-bar.tsx';
import { useReview } from './use-review.ts';

interface ReviewProps {
  readonly open: OpenImport;
  readonly sentBefore: ReadonlySet<string>;
  readonly session: ImportSession;
}

/** Every row before anything is queued, and what is left afterwards. */
export function Review({ open, sentBefore, session }: ReviewProps) {
  const { rows, checking, error } = useReview(open, sentBefore);
  const [columnsShown, setColumnsShown] = useState(lacksSource(open.mapping) && open.queued.size === 0);
  const [state, setState] = useState<RowState | null>(null);
  const [correcting, setCorrecting] = useState<number | null>(null);
  const busy = open.run !== null;
  const change = useCallback(
    (part: (open: OpenImport) => OpenImport) =>
      session.update((before) => (before.open ? { ...before, open: part(before.open) } : before)),
    [session],
  );
  const chooseAnyway = useCallback<ChooseAnyway>(
    (numbers, on) => change((before) => (before.run ? before : withAnyway(before, numbers, on))),
    [change],
  );
  const correct = (number: number, values: RowValues) => {
    change((before) => withCorrection(before, number, values));
    setCorrecting(null);
  };
  const shown = state === null ? rows : rows.filter((row) => row.state === state);
  const corrected = rows.find((row) => row.number === correcting && row.state !== 'unclear');

  return (
    <ChooseAnywayProvider value={chooseAnyway}>
      <SourceBar
        open={open}
        columnsShown={columnsShown}
        onShowColumns={setColumnsShown}
        onClose={() => session.update(closeImport)}
      />
      {columnsShown && rows.length > 0 && (
        <ColumnMappingPanel
          source={open.source}
          mapping={open.mapping}
          disabled={busy}
          onMapping={(mapping) => change((before) => withMapping(before, mapping))}
          onHeaders={(hasHeaders) => change((before) => withHeaders(before, hasHeaders))}
        />
      )}
      <ErrorNotice error={error} title="Who was submitted before could not be looked up." />
      <QueueOutcome open={open} left={rows.length} session={session} />
      {rows.length > 0 && <ReviewFilter rows={rows} chosen={state} onChoose={setState} />}
      <ReviewGrid rows={shown} left={rows.length} order={state ?? ''} onOpen={setCorrecting} />
      <QueueBar
        open={open}
        rows={rows}
        checking={checking}
        onQueue={() => void session.queue(readyRows(rows))}
      />
      {corrected && !busy && (
        <CorrectRow
          key={corrected.number}
          row={corrected}
          onSave={(values) => correct(corrected.number, values)}
          onClose={() => setCorrecting(null)}
        />
      )}
    </ChooseAnywayProvider>
  );
}
