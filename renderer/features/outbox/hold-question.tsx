import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { OutboxQuestion } from '../../../shared/outbox.ts';
import { SHOW_ERROR_IN_SHELL } from '../../api/shell-error.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { questionEnd, questionTitle, questionWords } from '../../parts/hold-question/hold-question-words.ts';
import { Notice } from '../../parts/notice/notice.tsx';
import { useNow } from '../../parts/time/use-now.ts';
import { showKeptToast, showSentNowToast } from './show-hold-toast.tsx';

/** Asks whether to send submissions that changed rules would release outside their former calling hours. */
export function HoldQuestion({ question }: { question: OutboxQuestion }) {
  const workspace = useWorkspace();
  const now = useNow();
  const { shownUntil } = question;
  const answer = useMutation({
    mutationFn: (chosen: 'send_now' | 'keep_waiting') =>
      workspace.api.submissions.answerHolds({ answer: chosen, shownUntil }),
    onSuccess: ({ ids, sendAfter }, chosen) =>
      chosen === 'send_now'
        ? showSentNowToast(workspace, ids, sendAfter)
        : showKeptToast(workspace, ids.length),
    meta: SHOW_ERROR_IN_SHELL,
  });
  const button = (chosen: 'send_now' | 'keep_waiting', words: string) => (
    <Button
      size="xs"
      variant="default"
      disabled={answer.isPending}
      loading={answer.isPending && answer.variables === chosen}
      onClick={() => answer.mutate(chosen)}
    >
      {words}
    </Button>
  );
  return (
    <Notice
      tone="warning"
      role="alert"
      title={questionTitle(question)}
      actions={
        <>
          {button('send_now', 'Send now')}
          {button('keep_waiting', 'Keep waiting')}
        </>
      }
    >
      <p>
        {questionWords(question, now)} {questionEnd(question)}
      </p>
    </Notice>
  );
}
