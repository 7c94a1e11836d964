import { Button, Group, Modal, Skeleton, Stack, Text, Textarea } from '@mantine/core';
import { modals } from '@mantine/modals';
import { type FormEvent, useState } from 'react';
import { type Hold, type HoldEvent, holdReason } from '../../../../shared/holds.ts';
import { issueWords } from '../../../../shared/words/input-words.ts';
import { useHoldPages, useReleaseHold } from '../../../api/holds.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { openDialog } from '../../../parts/dialog.tsx';
import { focusFirstError } from '../../../parts/form.tsx';
import { formatDate, formatNumber } from '../../../parts/format.ts';
import { HoldForm } from '../../../parts/holds/hold-dialog.tsx';
import { KIND_WORDS } from '../../../parts/holds/hold-words.ts';
import { useHoldSubject } from '../../../parts/holds/use-hold-subject.ts';
import { ErrorNotice } from '../../../parts/notice.tsx';
import { EmptyState, Section } from '../../../parts/page.tsx';
import classes from './holds.module.css';

/** What no retention erases: the holds in force and, on demand, those that ended. */
export function HoldsSection() {
  const { id: workspaceId } = useWorkspace();
  const [adding, setAdding] = useState(false);
  const close = () => setAdding(false);
  return (
    <Section
      title="Legal holds"
      aside={
        <Button size="xs" variant="default" onClick={() => setAdding(true)}>
          Place a legal hold…
        </Button>
      }
    >
      <Holds inForce />
      <Ended />
      <Modal opened={adding} onClose={close} title="Place a legal hold" size="md">
        <HoldForm about={{ workspaceId }} onClose={close} />
      </Modal>
    </Section>
  );
}

function Holds({ inForce }: { inForce: boolean }) {
  const [pages, setPages] = useState(1);
  const { data, error, refetch, isPlaceholderData } = useHoldPages(inForce, pages);
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={80} radius="md" />;
  const { holds, count } = data;
  if (count === 0) {
    return inForce ? (
      <EmptyState title="No legal hold is in force">
        Place one on a person, a job description or a tag for as long as something about it must not be
        erased, such as during a dispute. A request’s menu can do it, too.
      </EmptyState>
    ) : null;
  }
  return (
    <>
      <ul
        aria-label={inForce ? 'Legal holds in force' : 'Legal holds that ended'}
        className={classes['holds']}
      >
        {holds.map((hold) => (
          <HoldItem key={hold.id} hold={hold} />
        ))}
      </ul>
      {holds.length < count && (
        <Button
          size="xs"
          variant="default"
          className={classes['more'] ?? ''}
          loading={isPlaceholderData}
          onClick={() => setPages(pages + 1)}
        >
          Show more ({formatNumber(count - holds.length)})
        </Button>
      )}
    </>
  );
}

function Ended() {
  const [shown, setShown] = useState(false);
  const { data } = useHoldPages(false, 1);
  if (!data || data.count === 0) return null;
  return (
    <>
      <Button
        size="compact-xs"
        variant="subtle"
        className={classes['more'] ?? ''}
        aria-expanded={shown}
        onClick={() => setShown(!shown)}
      >
        {shown ? 'Hide' : 'Show'} legal holds that ended ({formatNumber(data.count)})
      </Button>
      {shown && <Holds inForce={false} />}
    </>
  );
}

/** A hold: what it keeps, why, since when and by whom, and what happened to it. */
export function HoldItem({ hold }: { hold: Hold }) {
  const { kind, workspace, reason, placedAt, placedBy, inForce, events } = hold;
  const subject = useHoldSubject(hold);
  return (
    <li className={classes['hold']}>
      <div className={classes['said']}>
        <span className={classes['subject']}>
          <span className={classes['kind']}>{KIND_WORDS[kind]}</span> <bdi>{subject}</bdi>
        </span>
        {reason !== '' && (
          <p className={classes['reason']} dir="auto">
            {reason}
          </p>
        )}
        <span className={classes['dim']}>
          Since {formatDate(placedAt)} · by <bdi>{placedBy}</bdi> ·{' '}
          {workspace === null ? 'in all workspaces' : <bdi>{workspace}</bdi>}
        </span>
        {events.map((event) => (
          <span key={`${event.kind} ${event.at}`} className={classes['dim']}>
            <EventWords event={event} />
          </span>
        ))}
      </div>
      {inForce && (
        <Button
          size="compact-xs"
          variant="default"
          className={classes['release'] ?? ''}
          aria-label={`Release the legal hold on ${subject}`}
          onClick={() => askToRelease(hold.id, subject)}
        >
          Release…
        </Button>
      )}
    </li>
  );
}

function EventWords({ event: { kind, at, by, reason } }: { event: HoldEvent }) {
  const day = formatDate(at);
  switch (kind) {
    case 'released':
      return (
        <>
          Released on {day} by <bdi>{by}</bdi>
          {reason !== '' && (
            <>
              : <bdi>{reason}</bdi>
            </>
          )}
        </>
      );
    case 'held_again':
      return `In force again since ${day}: a restored backup had it in force`;
    case 'erased':
      return (
        <>
          Everything it kept was erased on {day} by <bdi>{by}</bdi>, who was asked a second time if it was in
          force
        </>
      );
  }
}

const MODAL_ID = 'release-hold';

/** Asks why a hold ends, and releases it. `subject`: what it keeps. */
function askToRelease(id: string, subject: string): void {
  openDialog({
    modalId: MODAL_ID,
    title: 'Release this legal hold?',
    children: <ReleaseHold id={id} subject={subject} onClose={() => modals.close(MODAL_ID)} />,
  });
}

interface ReleaseHoldProps {
  readonly id: string;
  readonly subject: string;
  readonly onClose: () => void;
}

/** What releasing does, and its reason, which is required. */
function ReleaseHold({ id, subject, onClose }: ReleaseHoldProps) {
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const release = useReleaseHold();
  const issue = holdReason.safeParse(reason).error?.issues[0];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (issue) focusFirstError();
    else if (!release.isPending) release.mutate({ id, reason: reason.trim() }, { onSuccess: onClose });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          What the legal hold on <bdi>{subject}</bdi> kept is erased at the next daily check if its time is
          over and no other one keeps it. The hold stays in the list of those that ended, with your account,
          the date and this reason. A backup that has it in force brings it back when it is restored.
        </Text>
        <Textarea
          size="sm"
          data-autofocus
          label="Why does it end?"
          autosize
          minRows={2}
          maxRows={6}
          dir="auto"
          value={reason}
          error={tried && issue && issueWords(issue)}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <ErrorNotice error={release.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Keep it in force
          </Button>
          <Button type="submit" loading={release.isPending}>
            Release the hold
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
