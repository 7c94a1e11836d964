import { Code, Group, Stack, Text } from '@mantine/core';
import { parseForWriting } from '../../../shared/exact-json.ts';
import type { SubmissionProblem } from '../../../shared/problems.ts';
import { answerWords, problemWords, silenceWords } from '../../../shared/words/problem-words.ts';
import { proxyWords } from '../../../shared/words/proxy-words.ts';
import { CopyIconButton } from '../copy/copy-icon-button.tsx';
import { openDialog } from '../dialog/open-dialog.ts';
import classes from './service-answer.module.css';
import { StatusLabel } from './status-label.tsx';

/** Shows what happened, what to do, and the service's answer as it came. */
export function openWholeAnswer(problem: SubmissionProblem, candidateName: string): void {
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
        <div className={classes['raw']}>
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
        </div>
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
