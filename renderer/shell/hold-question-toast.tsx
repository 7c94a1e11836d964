import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { useAppState } from '../api/app-state.tsx';
import { useOutbox } from '../api/outbox.ts';
import { questionTitle, questionWords } from '../parts/hold-question/hold-question-words.ts';
import { hideToast, showToast } from '../parts/toast/show-toast.tsx';

const QUESTION_TOAST = 'hold-question';

/** Tells the person on every page but the Outbox, which asks the question itself, that submissions await their decision. */
export function HoldQuestionToast() {
  const { askedCount, currentWorkspace } = useAppState();
  // Without a question there is no need to query the Outbox.
  return askedCount > 0 ? <QuestionToast key={currentWorkspace?.id} /> : null;
}

function QuestionToast() {
  const [path, navigate] = useLocation();
  const question = useOutbox().data?.question ?? null;
  const announced = useRef(0);
  const onOutbox = path === '/outbox' || path.startsWith('/outbox/');
  useEffect(() => {
    if (onOutbox) hideToast(QUESTION_TOAST);
    // Announce again when submissions are added to the question, but not when some are removed.
    if (!question || question.shownUntil <= announced.current) return;
    announced.current = question.shownUntil;
    if (onOutbox) return;
    showToast({
      id: QUESTION_TOAST,
      tone: 'problem',
      title: questionTitle(question),
      message: (
        <>
          <div>{questionWords(question, Date.now())} They keep waiting.</div>
          <Button size="compact-sm" variant="default" onClick={() => navigate('/outbox')}>
            Open the Outbox
          </Button>
        </>
      ),
    });
  }, [question, onOutbox, navigate]);
  // Unmounts when the question is settled or another workspace is shown.
  useEffect(() => () => hideToast(QUESTION_TOAST), []);
  return null;
}
