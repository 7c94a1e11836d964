import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { MAX_EXPLANATION, type RightsRequest } from '../../../shared/rights.ts';
import { noteCopied, useSaveExplanation } from '../../api/rights.ts';
import { showErrorInShell } from '../../api/shell-error.ts';
import { copyText } from '../copy/copy-text.ts';
import { showSavedFile } from '../export/show-saved-file.tsx';
import { ErrorNotice } from '../notice/error-notice.tsx';
import { Notice } from '../notice/notice.tsx';
import { offerToClose } from '../rights/offer-to-close.tsx';
import { showToast } from '../toast/show-toast.tsx';
import classes from './explain.module.css';
import { useEscape } from './use-escape.ts';

interface EditDraftProps {
  readonly draft: string;
  readonly name: string;
  readonly request: RightsRequest | undefined;
  readonly onClose: () => void;
}

/** The draft, to be edited, copied and saved. An edit that was neither copied nor saved is asked about before it is lost. */
export function EditDraft({ draft, name, request, onClose }: EditDraftProps) {
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
