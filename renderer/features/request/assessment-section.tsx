import { useMemo } from 'react';
import type { PinnedField } from '../../../shared/assessment.ts';
import { assessmentOf, isEmptyAssessment } from '../../../shared/assessment-shape.ts';
import type { Json, RequestDetail } from '../../../shared/request.ts';
import { useOpenResultLink, usePinField } from '../../api/request-actions.ts';
import { usePins as usePinnedFields } from '../../api/requests.ts';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { Section } from '../../parts/section/section.tsx';
import { showUndoToast } from '../../parts/toast/show-undo-toast.tsx';
import classes from './assessment-section.module.css';
import { AssessmentView } from './assessment-view.tsx';
import { PinsContext } from './pins-context.ts';
import { RawAnswer } from './raw-answer.tsx';

/** The assessment in whatever shape it came, and the answer it came in. */
export function AssessmentSection({ request }: { request: RequestDetail }) {
  const { assessmentResults: results, rawAnswer, status } = request;
  return (
    <Section title="Assessment results">
      {results === undefined || isEmptyAssessment(results) ? (
        <p className={classes['empty']}>{emptyWords(status)}</p>
      ) : (
        <Results requestId={request.requestId} results={results} />
      )}
      {rawAnswer !== null && <RawAnswer text={rawAnswer} />}
    </Section>
  );
}

function emptyWords(status: string): string {
  return status === 'COMPLETED'
    ? 'The service completed this request without assessment fields.'
    : 'The service sent no assessment yet.';
}

function Results({ requestId, results }: { requestId: string; results: Json }) {
  const field = useMemo(() => assessmentOf(results), [results]);
  const pinned = usePinnedFields().data;
  const paths = useMemo(() => new Set(pinned?.map(({ path }) => path)), [pinned]);
  const pin = usePinField();
  const link = useOpenResultLink(requestId);
  const setPinned = (changed: PinnedField, wanted: boolean) =>
    pin.mutate(
      { field: changed, pinned: wanted },
      {
        onSuccess: () =>
          showUndoToast({
            title: wanted
              ? `${changed.label} is a column of Requests`
              : `${changed.label} is no column any more`,
            undo: () => pin.mutateAsync({ field: changed, pinned: !wanted }),
          }),
      },
    );
  return (
    <PinsContext value={{ isPinned: (path) => paths.has(path), setPinned, openLink: link.mutate }}>
      <div className={classes['card']}>
        <AssessmentView field={field} />
      </div>
      <ErrorNotice error={link.error} />
    </PinsContext>
  );
}
