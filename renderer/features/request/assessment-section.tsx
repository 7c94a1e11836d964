import { useMemo } from 'react';
import { useLocation } from 'wouter';
import type { PinnedField } from '../../../shared/assessment.ts';
import { innerFields, pinOf } from '../../../shared/assessment-pins.ts';
import { type AssessmentField, assessmentOf, isEmptyAssessment } from '../../../shared/assessment-shape.ts';
import { describedValue } from '../../../shared/described-field.ts';
import type { Outcome } from '../../../shared/outcome.ts';
import type { Json, RequestDetail } from '../../../shared/request.ts';
import { useCurrentWorkspace } from '../../api/app-state.tsx';
import { useOpenResultLink, usePinField } from '../../api/request-actions.ts';
import { usePins as usePinnedFields } from '../../api/requests.ts';
import { openDescribeField } from '../../parts/described-field/open-describe-field.tsx';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { Section } from '../../parts/section/section.tsx';
import { type Action, useActions } from '../../parts/shortcuts/actions.ts';
import { CoveredBar } from '../../parts/status/covered-bar.tsx';
import { showUndoToast } from '../../parts/toast/show-undo-toast.tsx';
import { useAnnotations } from '../../parts/verdict/use-annotations.ts';
import { libraryEntryPath } from '../../routes/paths.ts';
import { AgreementNote } from './agreement-note.tsx';
import classes from './assessment-section.module.css';
import { AssessmentView } from './assessment-view.tsx';
import { PinsContext } from './pins-context.ts';
import { RawAnswer } from './raw-answer.tsx';

/** The assessment results, whatever their shape, and the raw answer they came in. */
export function AssessmentSection({ request }: { request: RequestDetail }) {
  const { assessmentResults: results, rawAnswer, outcome } = request;
  const { giveVerdict } = useAnnotations(request);
  const isCovered = request.covered !== 'nothing' && request.hasResults;
  return (
    <Section title="Assessment results">
      {isCovered && <CoveredBar onGive={giveVerdict} />}
      {results === undefined || isEmptyAssessment(results) ? (
        !isCovered && <p className={classes['empty']}>{emptyWords(outcome)}</p>
      ) : (
        <Results request={request} results={results} />
      )}
      {!request.foundByAllWords && (
        <p className={classes['note']}>
          These results are too long to search in full: the search covers 100,000 of their words.
        </p>
      )}
      <AgreementNote request={request} />
      {rawAnswer !== null && !isCovered && <RawAnswer text={rawAnswer} />}
    </Section>
  );
}

function emptyWords(outcome: Outcome): string {
  switch (outcome) {
    case 'completed':
      return 'The service completed this request without an assessment.';
    case 'not_reached':
      return 'There is no assessment: no call has reached the candidate.';
    default:
      return "The service hasn't sent an assessment yet.";
  }
}

/** The most fields the palette offers to pin; the others have a button beside them. */
const MOST_PIN_ACTIONS = 40;

/** The fields in the two topmost levels of the results. */
function topmostPins(field: AssessmentField): readonly PinnedField[] {
  const top = innerFields(field).slice(0, MOST_PIN_ACTIONS);
  const below = top.flatMap((inner) => innerFields(inner).slice(0, MOST_PIN_ACTIONS));
  return [...top, ...below].flatMap((inner) => pinOf(inner) ?? []).slice(0, MOST_PIN_ACTIONS);
}

function pinAction(id: string, verb: string, { path, label }: PinnedField, run: () => void): Action {
  const name = `${verb}: ${label}`;
  return { id: `${id}.${path}`, name, group: 'Columns', keywords: 'pin field result', run };
}

function Results({ request, results }: { request: RequestDetail; results: Json }) {
  const workspace = useCurrentWorkspace();
  const [, navigate] = useLocation();
  const { requestId, questionnaireTemplateId, described } = request;
  const field = useMemo(() => assessmentOf(results), [results]);
  const pinned = usePinnedFields().data;
  const paths = useMemo(() => new Set(pinned?.map(({ path }) => path)), [pinned]);
  const pin = usePinField();
  const link = useOpenResultLink(requestId);
  const setPinned = (changed: PinnedField, on: boolean) =>
    pin.mutate(
      { field: changed, pinned: on },
      {
        onSuccess: () =>
          showUndoToast({
            workspaceId: workspace.id,
            title: on ? `${changed.label} pinned as a column` : `${changed.label} unpinned`,
            undo: () => pin.mutateAsync({ field: changed, pinned: !on }),
          }),
      },
    );
  const describe = ({ path, label }: PinnedField) =>
    openDescribeField(workspace, { questionnaireId: questionnaireTemplateId, path, label, results });
  const describedAt = (path: string) => {
    const description = described.find((other) => other.path === path);
    return (description && describedValue(results, description)) ?? null;
  };
  const pinnable = useMemo(() => topmostPins(field), [field]);
  useActions([
    {
      id: 'describe-results',
      name: 'Describe these results in the Library',
      group: 'This request',
      keywords: 'scale meaning mean higher lower better headline fields questionnaire',
      run: () => navigate(libraryEntryPath('questionnaire', questionnaireTemplateId)),
    },
    ...pinnable
      .filter(({ path }) => !paths.has(path))
      .map((each) => pinAction('pin', 'Pin as column', each, () => setPinned(each, true))),
    ...(pinned ?? []).map((each) => pinAction('unpin', 'Unpin column', each, () => setPinned(each, false))),
    ...(pinned ?? []).map((each) => pinAction('describe', 'Describe column', each, () => describe(each))),
  ]);
  return (
    <PinsContext
      value={{
        isPinned: (path) => paths.has(path),
        setPinned,
        describedAt,
        describe,
        openLink: link.mutate,
      }}
    >
      <div className={classes['card']}>
        <AssessmentView field={field} />
      </div>
      <ErrorNotice error={link.error} />
    </PinsContext>
  );
}
