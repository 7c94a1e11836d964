import { Code, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { parseForWriting } from '../../shared/exact-json.ts';
import type { SubmissionProblem } from '../../shared/problems.ts';
import { answerWords, problemWords, silenceWords } from '../../shared/words/problem-words.ts';
import { proxyWords } from '../../shared/words/proxy-words.ts';
import { CopyIconButton } from './copy.tsx';
import { openDialog } from './dialog.tsx';
import { useRowTabIndex } from './grid/grid-columns.ts';
import classes from './service-answer.module.css';

interface ReasonProps {
  readonly problem: SubmissionProblem;
  readonly candidateName: string;
  /** The first line, if the service said nothing. */
  readonly message?: string;
  /** The second line: what to do, unless told otherwise. */
  readonly next?: ReactNode;
}

/** Why a submission is not accepted, in a row: the service's own words, or else ours, and the next step. */
export function Reason({ problem, candidateName, message, next }: ReasonProps) {
  const tabIndex = useRowTabIndex();
  const ours = problemWords(problem);
  const words = answerWords(problem);
  const isAccepted = ACCEPTED.has(problem.code);
  return (
    <div
      className={classes['reason']}
      title={[ours.message, ours.nextStep, words].filter(Boolean).join('\n\n')}
    >
      <Group gap={8} align="flex-start" wrap="nowrap" miw={0}>
        <span className={classes['words']} dir="auto">
          {words && !isAccepted ? quotedWords(words) : withSilence(message ?? ours.message, problem)}
        </span>
        <StatusLabel problem={problem} />
      </Group>
      <Group gap={8} align="flex-start" wrap="nowrap" miw={0}>
        <span className={classes['next']}>{next ?? ours.nextStep}</span>
        {hasWholeAnswer(problem) && (
          <WholeAnswerButton problem={problem} candidateName={candidateName} tabIndex={tabIndex} />
        )}
      </Group>
    </div>
  );
}

function withSilence(message: string, problem: SubmissionProblem): string {
  return [message, silenceWords(problem)].filter(Boolean).join(' ');
}

/** Here the service's words say less than that it accepted the request. */
const ACCEPTED: ReadonlySet<SubmissionProblem['code']> = new Set([
  'accepted_without_id',
  'accepted_with_known_id',
]);

interface WholeAnswerButtonProps {
  readonly problem: SubmissionProblem;
  readonly candidateName: string;
  readonly tabIndex?: 0 | -1;
}

/** Opens the service's whole answer, or the system's message if there was none. */
export function WholeAnswerButton({ problem, candidateName, tabIndex = 0 }: WholeAnswerButtonProps) {
  const label = problem.answer ? 'Whole answer' : 'Details';
  return (
    <UnstyledButton
      className={classes['whole']}
      tabIndex={tabIndex}
      aria-label={label}
      aria-haspopup="dialog"
      title={label}
      onClick={() => openWholeAnswer(problem, candidateName)}
    >
      <IconFileText size={14} stroke={1.75} aria-hidden />
      <span>{label}</span>
    </UnstyledButton>
  );
}

/** Shows what happened, what to do, and the service's answer as it came. */
function openWholeAnswer(problem: SubmissionProblem, candidateName: string): void {
  openDialog({
    modalId: 'whole-answer',
    title: <bdi>{candidateName}</bdi>,
    size: 'lg',
    children: <WholeAnswer problem={problem} />,
  });
}

function WholeAnswer({ problem }: { problem: SubmissionProblem }) {
  const { message, nextStep } = problemWords(problem);
  const words = answerWords(problem);
  const raw = rawAnswer(problem);
  return (
    <Stack gap="sm">
      <div>
        <Group gap="xs" align="baseline">
          <Text size="sm">{[message, silenceWords(problem)].filter(Boolean).join(' ')}</Text>
          <StatusLabel problem={problem} />
        </Group>
        <Text size="sm" c="dimmed">
          {nextStep}
        </Text>
      </div>
      {words && (
        <blockquote className={classes['said']} dir="auto">
          {words}
        </blockquote>
      )}
      {raw !== undefined && (
        <Group gap={8} align="flex-start" wrap="nowrap">
          <Code
            block
            dir="ltr"
            className={classes['code']}
            role="region"
            tabIndex={0}
            aria-label={raw.label}
            data-autofocus
          >
            {raw.shown}
          </Code>
          <CopyIconButton text={raw.text} label={`Copy ${raw.label.toLowerCase()}`} />
        </Group>
      )}
    </Stack>
  );
}

/** Whether there is more to show than the row shows. */
export function hasWholeAnswer(problem: SubmissionProblem): boolean {
  return rawAnswer(problem) !== undefined;
}

/** The answer as it came, JSON indented; without one, the system's message. */
function rawAnswer({ code, answer, reason, proxyProblem }: SubmissionProblem) {
  if (answer && code !== 'accepted_with_known_id') {
    return { label: 'Whole answer', text: answer, shown: indented(answer) };
  }
  const detail = proxyProblem ? proxyWords(proxyProblem) : reason;
  return detail ? { label: 'Details', text: detail, shown: detail } : undefined;
}

/** JSON indented; anything else, such as an answer cut at 4 KiB, unchanged. */
function indented(text: string): string {
  try {
    return JSON.stringify(parseForWriting(text), null, 2);
  } catch {
    return text;
  }
}

/** The HTTP status of the service's answer, if there was one. */
export function StatusLabel({ problem: { httpStatus } }: { problem: SubmissionProblem }) {
  return httpStatus === undefined ? null : <span className={classes['status']}>HTTP {httpStatus}</span>;
}
/** The service's words in quotation marks. */
export function quotedWords(words: string): string {
  return `“${words}”`;
}
