import { Code, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { indentedJson } from '../../shared/exact-json.ts';
import type { SubmissionProblem } from '../../shared/problems.ts';
import { answerWords, problemWords, silenceWords } from '../../shared/words/problem-words.ts';
import { proxyWords } from '../../shared/words/proxy-words.ts';
import { CopyIconButton } from './copy.tsx';
import { openDialog } from './dialog.tsx';
import classes from './service-answer.module.css';

interface WholeAnswerButtonProps {
  readonly problem: SubmissionProblem;
  readonly candidateName: string;
}

/** Opens the service's whole answer, or the system's message if there was none. */
export function WholeAnswerButton({ problem, candidateName }: WholeAnswerButtonProps) {
  const label = wholeAnswerLabel(problem);
  return (
    <UnstyledButton
      className={classes['whole']}
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

/** The name of what opens it. */
export function wholeAnswerLabel({ answer }: SubmissionProblem): string {
  return answer ? 'Whole answer' : 'Details';
}

/** Shows what happened, what to do, and the service's answer as it came. */
export function openWholeAnswer(problem: SubmissionProblem, candidateName: string): void {
  openDialog({
    modalId: 'whole-answer',
    title: <bdi>{candidateName}</bdi>,
    size: 'lg',
    content: () => <WholeAnswer problem={problem} />,
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
    return { label: 'Whole answer', text: answer, shown: indentedJson(answer) };
  }
  const detail = proxyProblem ? proxyWords(proxyProblem) : reason;
  return detail ? { label: 'Details', text: detail, shown: detail } : undefined;
}

/** The HTTP status of the service's answer, if there was one. */
export function StatusLabel({ problem: { httpStatus } }: { problem: SubmissionProblem }) {
  return httpStatus === undefined ? null : <span className={classes['status']}>HTTP {httpStatus}</span>;
}
/** The service's words in quotation marks. */
export function quotedWords(words: string): string {
  return `“${words}”`;
}
