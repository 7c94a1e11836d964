import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { LibraryKind } from '../../../shared/library.ts';
import {
  type GroupedTab,
  type GroupPart,
  type OutboxGroup,
  type OutboxRow,
  waitsForRetry,
} from '../../../shared/outbox.ts';
import type { SubmissionProblem } from '../../../shared/problems.ts';
import { submissionInput } from '../../../shared/submission.ts';
import { answerWords, FIELD_WORDS, problemWords, reasonWords } from '../../../shared/words/problem-words.ts';
import type { Workspace } from '../../../shared/workspace.ts';
import { workspaceAccess } from '../../api/api.ts';
import { useCurrentWorkspace, useWorkspace } from '../../api/app-state.tsx';
import { showErrorInShell } from '../../api/query-client.ts';
import { openDialog } from '../../parts/dialog.tsx';
import { FormButtons, fieldErrors } from '../../parts/form.tsx';
import { countOf, formatNumber } from '../../parts/format.ts';
import { Dim } from '../../parts/layout.tsx';
import { LibraryField } from '../../parts/library-field.tsx';
import { ErrorNotice } from '../../parts/notice.tsx';
import { openNotToCall } from '../do-not-call/not-to-call.tsx';
import { MainAndMore } from './outbox-columns.tsx';
import { askForTimeZone } from './outbox-dialogs.tsx';
import {
  askToDiscardMany,
  askToResubmit,
  askToSendManyAgain,
  useMayTry,
  useTryNow,
} from './outbox-questions.tsx';
import { OutboxSection, useGroupRows } from './outbox-section.tsx';
import { type BulkTarget, type GroupTarget, runBulkLater } from './run-bulk.tsx';

const EMPTY: Readonly<Record<GroupedTab, string>> = {
  'needs-you': 'Nothing needs you. Undecided, refused and held submissions appear here.',
  waiting: 'Nothing is waiting. New submissions appear here until the service accepts them.',
  drafts: 'There are no drafts. Submissions that you take back appear here.',
};

const NAMES: Readonly<Record<GroupPart, string>> = {
  decisions: 'Needs your decision',
  held: 'On hold',
  waiting: 'Waiting',
  refused: 'Refused',
  drafts: 'Drafts',
};

/** The rows of a tab, in groups with the same cause. */
export function CauseTab({ tab }: { tab: GroupedTab }) {
  const { data, error, refetch } = useQuery(useWorkspace().queries.submissions.outboxGroups({ tab }));
  if (error) {
    return <ErrorNotice error={error} title="Couldn't load the Outbox." onRetry={() => void refetch()} />;
  }
  if (!data) return <Skeleton height={240} radius="md" />;
  if (data.length === 0)
    return (
      <Dim component="p" fz="sm" py={12}>
        {EMPTY[tab]}
      </Dim>
    );
  const sections = data.map((group) => (
    <GroupSection
      key={`${group.part} ${'is' in group.cause ? group.cause.is : '+'}`}
      tab={tab}
      group={group}
      isOnly={data.filter(({ part }) => part === group.part).length === 1}
    />
  ));
  return sections;
}

interface GroupSectionProps {
  readonly tab: GroupedTab;
  readonly group: OutboxGroup;
  /** Whether its part has no other group. */
  readonly isOnly: boolean;
}

function GroupSection({ tab, group, isOnly }: GroupSectionProps) {
  const { id: workspaceId } = useWorkspace();
  const rows = useGroupRows(group);
  const { part, cause, count, shownUntil } = group;
  const [first] = group.rows;
  const about = { workspaceId, part, rows: { cause, shownUntil }, count };
  const problem = first !== undefined && count > 1 ? group.problem : null;
  const title = problem ? groupWords(problem, first?.candidateName ?? '') : restTitle(group, isOnly);
  const name = title === NAMES[part] ? title : `${NAMES[part]}: ${title}`;
  return (
    <OutboxSection
      name={name}
      heading={tab === 'needs-you' ? name : title}
      lead={problem ? problemWords(problem).nextStep : undefined}
      part={part}
      rows={rows}
      problem={problem}
      actions={count > 1 && <BulkActions about={about} rows={group.rows} problem={problem} />}
    />
  );
}

/** The heading of submissions that share no cause. */
function restTitle({ part, cause, count }: OutboxGroup, isOnly: boolean): string {
  if (isOnly) return NAMES[part];
  if ('is' in cause) return part === 'waiting' ? 'On the way' : 'Unknown cause';
  return count === 1 ? 'Another reason' : 'Other reasons';
}

interface BulkActionsProps {
  readonly about: GroupTarget;
  /** The loaded ones. */
  readonly rows: readonly OutboxRow[];
  /** What they have in common; null if nothing. */
  readonly problem: SubmissionProblem | null;
}

/** What can be done with all submissions of a group at once. */
function BulkActions({ about: target, rows, problem }: BulkActionsProps) {
  const { part, count } = target;
  const workspace = useCurrentWorkspace();
  const { tryMany } = useTryNow();
  const mayTry = useMayTry();
  const [first] = rows;
  const tried = WAITING.has(part) ? rows.find((row) => waitsForRetry(row) && mayTry(row)) : undefined;
  const many = formatNumber(count);
  const said = problem && first ? groupWords(problem, first.candidateName) : null;
  const corrections = part === 'refused' ? sharedFieldsOf(problem) : [];
  const { timeZones } = problem ?? {};
  const actions = [
    ...corrections.map((field) => ({
      label: `Change ${FIELD_WORDS[field]} for these ${many} and send again`,
      run: () => askToCorrect({ workspace, target, field, said }),
    })),
    part === 'refused' && { label: `Send these ${many} again`, run: () => askToResubmit(target, said) },
    part === 'decisions' && {
      label: `Send these ${many} again`,
      run: () => askToSendManyAgain(target, count),
    },
    timeZones && {
      label: `Choose the time zone of these ${many}`,
      run: () => askForTimeZone({ target, timeZones }),
    },
    tried && { label: `Try these ${many} now`, run: () => tryMany(target, tried) },
    { label: `Discard these ${many}`, run: () => askToDiscardMany(target) },
    { label: `Do not call these ${many}`, run: () => notToCallGroup(target) },
  ].filter((action) => typeof action === 'object');
  return <MainAndMore actions={actions} more={`More for these ${many}`} />;
}

/** Fields that the service named and that can be changed for all. */
function sharedFieldsOf(problem: SubmissionProblem | null) {
  const named = (problem?.said?.fields ?? []).map(({ field }) => field);
  return SHARED_FIELDS.filter((field) => named.includes(field));
}

const WAITING: ReadonlySet<GroupPart> = new Set(['held', 'waiting']);

/** Asks for a reason, and puts the numbers of a whole group, as it was when shown, on the do-not-call list. */
function notToCallGroup({ workspaceId, part, rows }: GroupTarget): void {
  const { api } = workspaceAccess(workspaceId);
  api.submissions
    .outboxGroupPhones({ part, ...rows })
    .then((phoneNumbers) => {
      if (phoneNumbers.length > 0) openNotToCall({ workspaceId, phoneNumbers });
    })
    .catch(showErrorInShell);
}

/** Why a group of submissions is not accepted, without what differs from row to row. */
function groupWords(problem: SubmissionProblem, candidateName: string): string {
  return reasonWords(problem, problem.alike ?? answerWords(problem)).replaceAll(candidateName, '…');
}

/** Fields that many submissions can have in common. */
const SHARED_FIELDS = ['questionnaireTemplateId', 'jobDescriptionId'] as const;

type SharedField = (typeof SHARED_FIELDS)[number];

const KINDS: Readonly<Record<SharedField, LibraryKind>> = {
  questionnaireTemplateId: 'questionnaire',
  jobDescriptionId: 'job_description',
};

const LABELS: Readonly<Record<SharedField, string>> = {
  questionnaireTemplateId: 'Questionnaire',
  jobDescriptionId: 'Job description',
};

const schema = submissionInput.pick({ questionnaireTemplateId: true, jobDescriptionId: true });

interface Question {
  readonly workspace: Workspace;
  readonly target: BulkTarget;
  readonly field: SharedField;
  /** What the service said. */
  readonly said: ReactNode;
  readonly onConfirmed?: (() => void) | undefined;
}

/** Asks for another questionnaire or job description for these refused submissions, then sends them again with it. */
function askToCorrect({ workspace, target, field, said, onConfirmed }: Question): void {
  openDialog({
    modalId: `correct-${field}`,
    title: `Change the ${FIELD_WORDS[field]} of ${countOf(target.count, 'submission')}`,
    workspace,
    content: (close) => (
      <CorrectionForm
        count={target.count}
        field={field}
        said={said}
        onClose={close}
        onCorrect={(value) => {
          runBulkLater('resubmit', target, { correction: { [field]: value } });
          onConfirmed?.();
          close();
        }}
      />
    ),
  });
}

interface CorrectionFormProps extends Pick<Question, 'field' | 'said'> {
  readonly count: number;
  readonly onCorrect: (value: string) => void;
  readonly onClose: () => void;
}

function CorrectionForm({ count, field, said, onCorrect, onClose }: CorrectionFormProps) {
  const [value, setValue] = useState('');
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const problem = fieldErrors(schema.pick({ [field]: true } as { [Field in SharedField]: true }), {
      [field]: value,
    })[field];
    setError(problem);
    if (problem === undefined) onCorrect(value.trim());
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text component="div" size="sm">
          {said}
        </Text>
        <LibraryField
          kind={KINDS[field]}
          label={LABELS[field]}
          placeholder="Pick from the Library or enter an ID"
          value={value}
          onChange={setValue}
          error={error}
        />
        <Text size="sm" c="dimmed">
          Each is sent again with this {FIELD_WORDS[field]}; everything else stays. Calling hours and the
          question about phone numbers that were submitted before apply as always.
        </Text>
        <FormButtons onLeave={onClose}>Change and send {formatNumber(count)} again</FormButtons>
      </Stack>
    </form>
  );
}
