import { Anchor, Code, Group } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { type Agreement, agreementOf, verdictWithoutResults } from '../../../shared/agreement.ts';
import type { PinnedField } from '../../../shared/assessment.ts';
import { innerFields, pinOf } from '../../../shared/assessment-pins.ts';
import { type AssessmentField, assessmentOf, isEmptyAssessment } from '../../../shared/assessment-shape.ts';
import { describedValue } from '../../../shared/described-field.ts';
import { indentedJson } from '../../../shared/exact-json.ts';
import type { Outcome } from '../../../shared/outcome.ts';
import type { Json, RequestDetail } from '../../../shared/request.ts';
import { VERDICT_WORDS } from '../../../shared/words/outcome-words.ts';
import { useCurrentWorkspace, useWorkspace } from '../../api/app-state.tsx';
import { usePinField } from '../../api/requests.ts';
import { CopyIconButton } from '../../parts/copy.tsx';
import { formatSize } from '../../parts/format.ts';
import { Dim } from '../../parts/layout.tsx';
import { ErrorNotice } from '../../parts/notice.tsx';
import { Section } from '../../parts/page.tsx';
import { type Action, useActions } from '../../parts/shortcuts.ts';
import { CoveredBar } from '../../parts/status.tsx';
import { showUndoToast } from '../../parts/toast.tsx';
import { libraryEntryPath } from '../../routes/paths.ts';
import { openDescribeField } from '../library/open-describe-field.tsx';
import { useAnnotations } from '../requests/use-annotations.ts';
import classes from './assessment.module.css';
import { AssessmentView, PinsContext } from './assessment-view.tsx';

/** The assessment results, whatever their shape, and the raw answer they came in. */
export function AssessmentSection({ request }: { request: RequestDetail }) {
  const { assessmentResults: results, rawAnswer, outcome } = request;
  const { giveVerdict } = useAnnotations(request);
  const isCovered = request.covered && request.hasResults;
  return (
    <Section title="Assessment results">
      {isCovered && <CoveredBar onGive={giveVerdict} />}
      {results === undefined || isEmptyAssessment(results) ? (
        !isCovered && (
          <Dim component="p" fz="inherit">
            {emptyWords(outcome)}
          </Dim>
        )
      ) : (
        <Results request={request} results={results} />
      )}
      {!request.foundByAllWords && (
        <Dim component="p" fz="sm" mt={12}>
          These results are too long to search in full: the search covers 100,000 of their words.
        </Dim>
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
  const { api, queries } = useWorkspace();
  const [, navigate] = useLocation();
  const { requestId, questionnaireTemplateId, described } = request;
  const field = useMemo(() => assessmentOf(results), [results]);
  const pinned = useQuery(queries.pins.list()).data;
  const paths = useMemo(() => new Set(pinned?.map(({ path }) => path)), [pinned]);
  const pin = usePinField();
  const link = useMutation({
    mutationFn: (path: string) => api.requests.openResultLink({ requestId, path }),
  });
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
      keywords: 'scale meaning mean higher lower better score headline fields questionnaire',
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

/** The most characters shown; a longer answer can be copied in full. */
const MOST_SHOWN = 200_000;

/** The service's answer as it came, collapsed at first and only rendered once expanded. */
function RawAnswer({ text }: { text: string }) {
  const [opened, setOpened] = useState(false);
  return (
    <details className={classes['raw']} onToggle={(event) => event.currentTarget.open && setOpened(true)}>
      <summary>Raw answer</summary>
      {opened && <Answer text={text} />}
    </details>
  );
}

function Answer({ text }: { text: string }) {
  const cut = text.length > MOST_SHOWN;
  const shown = useMemo(() => (cut ? text.slice(0, MOST_SHOWN) : indentedJson(text)), [text, cut]);
  return (
    <>
      {cut && (
        <Dim component="p" fz="inherit" mt={6}>
          Showing the first {formatSize(MOST_SHOWN)} of {formatSize(text.length)}. Copy to get all of it.
        </Dim>
      )}
      <Group gap={8} align="flex-start" wrap="nowrap" mt={8}>
        <CopyIconButton text={text} label="Copy raw answer" />
        <Code
          block
          dir="ltr"
          className={classes['code']}
          role="region"
          tabIndex={0}
          aria-label="Answer of the service"
        >
          {shown}
        </Code>
      </Group>
    </>
  );
}

type Judged = Pick<
  RequestDetail,
  'history' | 'assessmentResults' | 'described' | 'covered' | 'questionnaireTemplateId'
>;

/**
 * How the verdict given before the results compares with them, or what is missing to tell; nothing if there is no such verdict.
 */
export function AgreementNote({ request }: { request: Judged }) {
  const { history, assessmentResults, described, covered, questionnaireTemplateId } = request;
  const agreement = agreementOf(history, assessmentResults, described);
  if (agreement)
    return (
      <Dim component="p" fz="sm" mt={12}>
        {words(agreement)}
      </Dim>
    );
  if (covered || assessmentResults === undefined || !verdictWithoutResults(history)) return null;
  return (
    <Dim component="p" fz="sm" mt={12}>
      Whether you and the service agree can’t be told: these results have no score on a scale that says which
      end is better.{' '}
      <Anchor
        component={Link}
        href={libraryEntryPath('questionnaire', questionnaireTemplateId)}
        inherit
        underline="always"
      >
        Describe them in the Library
      </Anchor>
    </Dim>
  );
}

function words({ verdict, isBetterHalf, agrees, wasSeen }: Agreement): string {
  const both = agrees === null ? '' : `You and the service ${agrees ? 'agree' : 'differ'}. `;
  const score = `the score is in the ${isBetterHalf ? 'better' : 'worse'} half of its scale`;
  const given = wasSeen
    ? 'The verdict while the results were covered, after they had been in view,'
    : 'The verdict before the results';
  return `${both}${given} was ${VERDICT_WORDS[verdict]}; ${score}.`;
}
