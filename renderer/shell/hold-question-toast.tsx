import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { useAppState } from '../api/app-state.tsx';
import { useOutbox } from '../api/outbox.ts';
import { questionTitle, questionWords } from '../parts/hold-question/hold-question-words.ts';
import { hideToast, showToast } from '../parts/toast/show-toast.tsx';

const QUESTION_TOAST = 'hold-question';

/** Tells, wherever the person is, that some wait for their word: the Outbox asks about them, and says so itself. */
export function HoldQuestionToast() {
  const { askedCount, currentWorkspace } = useAppState();
  // Asked for here only where there is something to say.
  return askedCount > 0 ? <Telling key={currentWorkspace?.id} /> : null;
}

function Telling() {
  const [path, navigate] = useLocation();
  const question = useOutbox().data?.question ?? null;
  const told = useRef(0);
  const isAsked = path === '/outbox';
  useEffect(() => {
    if (isAsked) hideToast(QUESTION_TOAST);
    // Each time it is asked about somebody new, and not when it is asked about fewer.
    if (!question || question.shownUntil <= told.current) return;
    told.current = question.shownUntil;
    if (isAsked) return;
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
  }, [question, isAsked, navigate]);
  // With the last of them gone, or in another workspace, nothing is left to say.
  useEffect(() => () => hideToast(QUESTION_TOAST), []);
  return null;
}
