import { Anchor, Button } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { DAY_MS } from '../../../shared/durations.ts';
import { dayAt } from '../../../shared/notice.ts';
import { useCurrentWorkspace } from '../../api/app-state.tsx';
import { useRules } from '../../api/rules.ts';
import { openNotToCall } from '../../parts/do-not-call/open-not-to-call.ts';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import classes from './practice-samples.module.css';
import {
  DO_NOT_CALL_SAMPLE,
  SAMPLE_CANDIDATES,
  type SampleCandidate,
  sampleInput,
} from './sample-candidates.ts';
import { useSubmitRequest } from './use-submit-request.ts';

/** Submits a fictional candidate with one click; only in the practice workspace. */
export function PracticeSamples() {
  return useCurrentWorkspace().kind === 'practice' ? <Samples /> : null;
}

function Samples() {
  const submit = useSubmitRequest({ replaces: null });
  const { id: workspaceId } = useCurrentWorkspace();
  const { name, phoneNumber } = DO_NOT_CALL_SAMPLE;
  const { consent, notice } = useRules().data ?? {};
  const send = (sample: SampleCandidate) => {
    const input = sampleInput(
      sample,
      consent?.asked ? consent.wording : null,
      // A day more: it may still be yesterday where the candidate is.
      notice?.asked ? dayAt(Date.now() - (notice.days + 1) * DAY_MS) : null,
    );
    // Nobody has the number, so that a second call of it harms nobody.
    void submit.start({ input, despiteDuplicates: true, waitForNotice: true }, () => undefined);
  };
  return (
    <section aria-labelledby="practice-samples" className={classes['samples']}>
      <h2 id="practice-samples" className={classes['title']}>
        <IconFlask size={16} stroke={1.75} aria-hidden /> Sample candidates
      </h2>
      <p className={classes['words']}>
        Invented people with numbers that belong to nobody. One click submits one to the practice service.
      </p>
      <div className={classes['buttons']}>
        {SAMPLE_CANDIDATES.map((sample) => (
          <Button
            key={sample.name}
            size="compact-sm"
            variant="default"
            aria-label={`${sample.shows}: submit ${sample.name}`}
            title={sample.name}
            onClick={() => send(sample)}
          >
            {sample.shows}
          </Button>
        ))}
      </div>
      <p className={classes['tryList']}>
        To try the do-not-call list,{' '}
        <TextButton
          onClick={() => openNotToCall({ workspaceId, candidateName: name, phoneNumbers: [phoneNumber] })}
        >
          put Noa Sample on it
        </TextButton>
        , then <TextButton onClick={() => send(DO_NOT_CALL_SAMPLE)}>submit Noa Sample</TextButton>.
      </p>
      <ErrorNotice error={submit.error} />
    </section>
  );
}

function TextButton({ children, onClick }: { children: string; onClick: () => void }) {
  return (
    <Anchor component="button" type="button" size="xs" onClick={onClick}>
      {children}
    </Anchor>
  );
}
