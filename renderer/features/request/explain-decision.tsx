import { Button, Group, Skeleton, Stack, Textarea } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { MAX_EXPLANATION } from '../../../shared/ipc/privacy-calls.ts';
import { api, queries } from '../../api/api.ts';
import { showErrorInShell } from '../../api/query-client.ts';
import { copyText } from '../../parts/copy.tsx';
import { openDialog } from '../../parts/dialog.tsx';
import { showSavedFile } from '../../parts/export.tsx';
import { Words } from '../../parts/layout.tsx';
import { ErrorNotice, Notice } from '../../parts/notice.tsx';
import { showToast } from '../../parts/toast.tsx';
import type { DecisionToExplain } from './open-explain.ts';

/** Opens the dialog of `openExplain`. It closes by its own buttons only: Escape asks before an edit is lost. */
export function showExplain(decision: DecisionToExplain): void {
  openDialog({
    modalId: 'explain-decision',
    title: 'Why was this decided?',
    size: 'xl',
    workspaceId: decision.workspaceId,
    onlyByItsButtons: true,
    content: (close) => <ExplainDecision submissionId={decision.submissionId} onClose={close} />,
  });
}

interface ExplainDecisionProps {
  readonly submissionId: string;
  readonly onClose: () => void;
}

/** The draft about the decision on a submission, or why there is none. */
export function ExplainDecision({ submissionId, onClose }: ExplainDecisionProps) {
  const { data, error, refetch } = useQuery({
    ...queries.explanations.draft({ submissionId }),
    // The cache would keep a person's data.
    gcTime: 0,
    // What a person edits must not be replaced.
    staleTime: Infinity,
  });
  if (data?.kind === 'draft') return <EditDraft draft={data.text} name={data.name} onClose={onClose} />;
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

/** A step of the dialog that nothing is lost with: its content, and a button that closes it, as Escape does. */
function DialogEnd({ children, onClose }: { readonly children: ReactNode; readonly onClose: () => void }) {
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
  readonly onClose: () => void;
}

/** The draft, to be edited, copied and saved. An edit that was neither copied nor saved is asked about before it is lost. */
function EditDraft({ draft, name, onClose }: EditDraftProps) {
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
  };
  return (
    <Stack gap="md">
      <Words>
        This draft has only what was recorded on this computer, and is no legal advice. Check and edit it
        before you give it to anybody. Nothing is sent or stored until you copy or save it.
      </Words>
      <Textarea
        ref={field}
        label="Text"
        styles={{ input: { maxHeight: '52vh', fontSize: 'var(--mantine-font-size-sm)', lineHeight: 1.5 } }}
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
  const save = useMutation({ mutationFn: api.explanations.save });
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
    api.explanations.copied({ what: 'explanation', count: 1 }).catch(showErrorInShell);
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
          <Button ref={keep} variant="default" onClick={onKeep}>
            Keep editing
          </Button>
          <Button color="red.9" onClick={onLose}>
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
