import { Button, Group, Skeleton, Stack, Textarea, UnstyledButton } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { modals } from '@mantine/modals';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { FoundSubmission } from '../../../shared/privacy.ts';
import { MAX_EXPLANATION, type RightsRequest } from '../../../shared/rights.ts';
import { noteCopied, useExplanation, useSaveExplanation } from '../../api/rights.ts';
import { showErrorInShell } from '../../api/shell-error.ts';
import { workspaceAccess } from '../../api/workspace.ts';
import { copyText } from '../copy/copy-text.ts';
import { openDialog } from '../dialog/open-dialog.ts';
import { EmptyState } from '../empty-state/empty-state.tsx';
import { showSavedFile } from '../export/show-saved-file.tsx';
import { ErrorNotice } from '../notice/error-notice.tsx';
import { Notice } from '../notice/notice.tsx';
import { PhoneText } from '../phone/phone-text.tsx';
import { offerToClose } from '../rights/offer-to-close.tsx';
import { formatDate } from '../time/format-time.ts';
import { showToast } from '../toast/show-toast.tsx';
import { OtherWorkspaceLabel } from '../workspace/other-workspace-label.tsx';
import classes from './explain.module.css';
import type { DecisionToExplain } from './open-explain.ts';

const MODAL_ID = 'explain-decision';

/** Opens the dialog of `openExplain`. It closes by its own buttons only: Escape asks before an edit is lost. */
export function showExplain(decision: DecisionToExplain): void {
  openDialog({
    modalId: MODAL_ID,
    title: 'Why was this decided?',
    size: 'xl',
    withCloseButton: false,
    closeOnClickOutside: false,
    closeOnEscape: false,
    children: (
      <>
        <OtherWorkspaceLabel id={decision.workspaceId} />
        <ExplainDecision decision={decision} onClose={() => modals.close(MODAL_ID)} />
      </>
    ),
  });
}

interface ExplainDecisionProps {
  readonly decision: DecisionToExplain;
  readonly onClose: () => void;
}

/** The draft or, first, the choice of the submission that it is about. */
export function ExplainDecision({ decision, onClose }: ExplainDecisionProps) {
  const [submissionId, setSubmissionId] = useState(decision.submissionId);
  if (submissionId === null)
    return <ChooseDecision decision={decision} onChoose={setSubmissionId} onClose={onClose} />;
  return <Explanation submissionId={submissionId} decision={decision} onClose={onClose} />;
}

function Explanation({ submissionId, decision, onClose }: ExplainDecisionProps & { submissionId: string }) {
  const { data, error, refetch } = useExplanation(submissionId);
  if (data?.kind === 'draft')
    return <EditDraft draft={data.text} name={data.name} request={decision.request} onClose={onClose} />;
  return (
    <DialogEnd onClose={onClose}>
      {error ? (
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Notice tone="info" title="A verdict comes first">
          In this workspace, nobody sees results before a verdict with a reason was given, and none was given
          for this request. So there is no decision to explain yet. Give the verdict on the request’s page,
          then come back.
        </Notice>
      ) : (
        <Skeleton height={320} radius="md" />
      )}
    </DialogEnd>
  );
}

interface ChooseDecisionProps {
  readonly decision: DecisionToExplain;
  readonly onChoose: (submissionId: string) => void;
  readonly onClose: () => void;
}

/** The submissions of a person, to choose the one whose decision is explained. */
function ChooseDecision({ decision, onChoose, onClose }: ChooseDecisionProps) {
  const { person, workspaceId } = decision;
  const { data, error, refetch } = useQuery({
    queryKey: ['rights', 'decisions', workspaceId, person.name, person.phone],
    queryFn: () => workspaceAccess(workspaceId).api.privacy.find({ ...person, everywhere: true }),
    gcTime: 0,
  });
  return (
    <DialogEnd onClose={onClose}>
      <ErrorNotice error={error} onRetry={() => void refetch()} />
      {!data && !error && <Skeleton height={160} radius="md" />}
      {data?.submissions.length === 0 && (
        <EmptyState title="Nothing was submitted">
          No submission on this computer has this name or number. Correct the entry, or open the request and
          use its menu.
        </EmptyState>
      )}
      {data && data.submissions.length > 0 && (
        <>
          <p className={classes['words']}>
            Which decision? The same name may be somebody else’s: look at the number.
          </p>
          <ul className={classes['choices']} aria-label="Submissions of this person">
            {data.submissions.map((each) => (
              <Choice key={each.submissionId} submission={each} onChoose={onChoose} />
            ))}
          </ul>
        </>
      )}
    </DialogEnd>
  );
}

interface ChoiceProps {
  readonly submission: FoundSubmission;
  readonly onChoose: (submissionId: string) => void;
}

function Choice({ submission, onChoose }: ChoiceProps) {
  const { submissionId, candidateName, phoneNumber, workspace, submittedAt } = submission;
  return (
    <li>
      <UnstyledButton className={classes['choice'] ?? ''} onClick={() => onChoose(submissionId)}>
        <bdi className={classes['name']}>{candidateName}</bdi>
        <span className={classes['dim']}>
          <PhoneText e164={phoneNumber} />
        </span>
        <span className={classes['dim']}>
          {formatDate(submittedAt)} · <bdi>{workspace}</bdi>
        </span>
      </UnstyledButton>
    </li>
  );
}

interface DialogEndProps {
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** A step of the dialog that nothing is lost with: its content, and a button that closes it, as Escape does. */
function DialogEnd({ children, onClose }: DialogEndProps) {
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => close.current?.focus(), []);
  useEscape(onClose);
  return (
    <Stack gap="md">
      {children}
      <Group justify="flex-end">
        <Button ref={close} variant="default" onClick={onClose}>
          Close
        </Button>
      </Group>
    </Stack>
  );
}

interface EditDraftProps {
  readonly draft: string;
  readonly name: string;
  readonly request: RightsRequest | undefined;
  readonly onClose: () => void;
}

/** The draft, to be edited, copied and saved. An edit that was neither copied nor saved is asked about before it is lost. */
function EditDraft({ draft, name, request, onClose }: EditDraftProps) {
  const [text, setText] = useState(draft);
  const [kept, setKept] = useState(draft);
  const [asking, setAsking] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const close = () => (text === kept ? onClose() : setAsking(true));
  useEscape(close);
  const given = () => {
    setKept(text);
    // The button was disabled while it was busy, which loses the focus.
    field.current?.focus();
    if (request) offerToClose(request);
  };
  return (
    <Stack gap="md">
      <p className={classes['words']}>
        This draft has only what was recorded on this computer, and is no legal advice. Check and edit it
        before you give it to anybody. Nothing is sent or stored until you copy or save it.
      </p>
      <Textarea
        ref={field}
        label="Text"
        classNames={{ input: classes['text'] ?? '' }}
        rows={18}
        dir="auto"
        spellCheck={false}
        maxLength={MAX_EXPLANATION}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {asking ? (
        <LoseEdit
          onKeep={() => {
            setAsking(false);
            field.current?.focus();
          }}
          onLose={onClose}
        />
      ) : (
        <Ways text={text} name={name} onGiven={given} onClose={close} />
      )}
    </Stack>
  );
}

interface WaysProps {
  readonly text: string;
  readonly name: string;
  readonly onGiven: () => void;
  readonly onClose: () => void;
}

function Ways({ text, name, onGiven, onClose }: WaysProps) {
  const save = useSaveExplanation();
  const saveAs = (format: 'txt' | 'html') =>
    save.mutate(
      { text, name, format },
      {
        onSuccess: ({ path }) => {
          if (path === null) return;
          showSavedFile({ title: 'The explanation was saved', path });
          onGiven();
        },
      },
    );
  const copy = async () => {
    const copied = await copyText(text);
    showToast({
      tone: copied ? 'done' : 'problem',
      title: copied ? 'Text copied' : 'Couldn’t copy the text',
    });
    if (!copied) return;
    onGiven();
    noteCopied().catch(showErrorInShell);
  };
  const isEmpty = text.trim() === '';
  return (
    <>
      <ErrorNotice error={save.error} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button variant="default" disabled={isEmpty} onClick={() => void copy()}>
          Copy
        </Button>
        <Button variant="default" disabled={isEmpty || save.isPending} onClick={() => saveAs('txt')}>
          Save as text…
        </Button>
        <Button disabled={isEmpty} loading={save.isPending} onClick={() => saveAs('html')}>
          Save as HTML…
        </Button>
      </Group>
    </>
  );
}

function LoseEdit({ onKeep, onLose }: { readonly onKeep: () => void; readonly onLose: () => void }) {
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  return (
    <Notice
      tone="warning"
      role="alert"
      title="Close without your changes?"
      actions={
        <>
          <Button ref={keep} size="xs" variant="default" onClick={onKeep}>
            Keep editing
          </Button>
          <Button size="xs" color="red.9" onClick={onLose}>
            Lose the changes
          </Button>
        </>
      }
    >
      The text was neither copied nor saved since you changed it.
    </Notice>
  );
}

/** Calls `onEscape` for the Escape key wherever the focus is, as a dialog that must ask first doesn't close by itself. */
function useEscape(onEscape: () => void): void {
  useWindowEvent('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onEscape();
  });
}
