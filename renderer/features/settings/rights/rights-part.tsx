import { ActionIcon, Button, Group, Menu, Skeleton, Stack, Textarea } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconDots } from '@tabler/icons-react';
import { type FormEvent, useEffect, useState } from 'react';
import { localDay } from '../../../../shared/local-day.ts';
import {
  DUE_SOON_DAYS,
  daysLeft,
  MAX_RIGHTS_TEXT,
  type RightsKind,
  type RightsRequest,
  type RightsStanding,
} from '../../../../shared/rights.ts';
import { parseTypedPhone } from '../../../../shared/typed-phone.ts';
import { RIGHTS_KIND_WORDS, RIGHTS_WAY_WORDS } from '../../../../shared/words/rights-words.ts';
import {
  moveRights,
  putBackRights,
  removeRights,
  undoMove,
  useRightsPage,
  useSaveRegister,
} from '../../../api/rights.ts';
import { useRules } from '../../../api/rules.ts';
import { showErrorInShell } from '../../../api/shell-error.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { openDialog } from '../../../parts/dialog/open-dialog.ts';
import { openNotToCall } from '../../../parts/do-not-call/open-not-to-call.ts';
import { EmptyState } from '../../../parts/empty-state/empty-state.tsx';
import { openExplain } from '../../../parts/explain/open-explain.ts';
import { showSavedFile } from '../../../parts/export/show-saved-file.tsx';
import { ChoiceChip } from '../../../parts/filter-chips/choice-chip.tsx';
import { focusFirstError } from '../../../parts/form/focus-first-error.ts';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';
import { formatDay } from '../../../parts/rights/format-day.ts';
import { offerToClose } from '../../../parts/rights/offer-to-close.tsx';
import { Section } from '../../../parts/section/section.tsx';
import { countOf, formatNumber } from '../../../parts/text/count-of.ts';
import { showUndoToast } from '../../../parts/toast/show-undo-toast.tsx';
import { openAddNumbers } from '../../../routes/numbers-draft.ts';
import { openErasePerson } from '../../../routes/person-to-erase.ts';
import { rightsDraft } from '../../../routes/rights-draft.ts';
import { useStore } from '../../../store.ts';
import classes from './rights.module.css';
import { openRightsForm } from './rights-form.tsx';

/** What candidates asked for about their data, with the days on which it is due. */
export function RightsPart() {
  const draft = useStore(rightsDraft);
  useEffect(() => {
    if (!draft) return;
    rightsDraft.set(null);
    openRightsForm({ draft });
  }, [draft]);
  return (
    <Section title="Requests from candidates" aside={<RegisterActions />}>
      <p className={classes['words']}>
        Keep here what candidates ask for about their data, and by when they are answered. Callboard proposes
        a due date one month after a request came; which one holds for you is for you to know: this is no
        legal advice. Erasing a person leaves only what was asked for, when, and how it ended.
      </p>
      <Entries />
    </Section>
  );
}

function RegisterActions() {
  const save = useSaveRegister();
  const saveRegister = () =>
    save.mutate(undefined, {
      onSuccess: ({ path }) => {
        if (path !== null) showSavedFile({ title: 'Requests from candidates saved', path });
      },
    });
  return (
    <Group gap={8}>
      <Button size="xs" variant="default" loading={save.isPending} onClick={saveRegister}>
        Save the register
      </Button>
      <Button size="xs" onClick={() => openRightsForm({ draft: {} })}>
        Add a request
      </Button>
      <ErrorNotice error={save.error} />
    </Group>
  );
}

const PAGE = 100;

function Entries() {
  const [onlyOpen, setOnlyOpen] = useState(true);
  const [limit, setLimit] = useState(PAGE);
  const { data, error, refetch, isPlaceholderData } = useRightsPage(onlyOpen, limit);
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={160} radius="md" />;
  const { entries, count, open, all } = data;
  if (all === 0)
    return (
      <EmptyState title="No request was noted">
        When a candidate asks what you hold about them, to be erased or corrected, not to be called, or why
        something was decided, add it here. Its due date then stays in sight.
      </EmptyState>
    );
  const today = localDay(Date.now());
  return (
    <>
      <fieldset className={classes['tools']} aria-label="Which requests to show">
        <ChoiceChip word="Open" count={open} pressed={onlyOpen} onPress={() => setOnlyOpen(true)} />
        <ChoiceChip word="All" count={all} pressed={!onlyOpen} onPress={() => setOnlyOpen(false)} />
      </fieldset>
      {entries.length === 0 ? (
        <EmptyState title="Nothing is open">Every request that was noted is done or refused.</EmptyState>
      ) : (
        <ul aria-label="Requests from candidates" className={classes['entries']}>
          {entries.map((entry) => (
            <RightsItem key={entry.id} entry={entry} today={today} />
          ))}
        </ul>
      )}
      {entries.length < count && (
        <Button
          size="xs"
          variant="default"
          className={classes['more'] ?? ''}
          loading={isPlaceholderData}
          onClick={() => setLimit(limit + PAGE)}
        >
          Show more ({formatNumber(count - entries.length)})
        </Button>
      )}
    </>
  );
}

interface RightsItemProps {
  readonly entry: RightsRequest;
  /** The local day. */
  readonly today: string;
}

/** A candidate's request: what, of whom, until when, and what can be done about it. */
function RightsItem({ entry, today }: RightsItemProps) {
  const { kind, way, receivedOn, name, phone, note, refusal } = entry;
  const due = dueWords(entry, today);
  return (
    <li className={classes['entry']}>
      <div className={classes['said']}>
        <span className={classes['head']}>
          <span className={classes['kind']}>{RIGHTS_KIND_WORDS[kind]}</span>
          <span className={classes['due']} data-tone={due.tone}>
            {due.words}
          </span>
        </span>
        <span className={classes['person']}>
          <bdi>{personWords(entry)}</bdi>
          {name !== '' && phone !== '' && (
            <>
              {' · '}
              <bdi dir="ltr">{phone}</bdi>
            </>
          )}
        </span>
        <span className={classes['dim']}>
          Received on {formatDay(receivedOn)} · {RIGHTS_WAY_WORDS[way]}
        </span>
        {note !== '' && (
          <p className={classes['note']} dir="auto">
            {note}
          </p>
        )}
        {refusal !== '' && (
          <p className={classes['note']}>
            Refused because: <bdi>{refusal}</bdi>
          </p>
        )}
      </div>
      <ItemActions entry={entry} />
    </li>
  );
}

function ItemActions({ entry }: { entry: RightsRequest }) {
  const { main, more, state } = useRightsActions(entry);
  return (
    <Group gap={6} className={classes['actions'] ?? ''}>
      {main && (
        <Button size="compact-xs" variant="default" onClick={main.run} aria-label={nameOf(main, entry)}>
          {main.words}
        </Button>
      )}
      <Menu position="bottom-end" shadow="md" withinPortal>
        <Menu.Target>
          <ActionIcon size={24} variant="default" aria-label={`More actions for ${personWords(entry)}`}>
            <IconDots size={14} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {more.map(({ words, run }) => (
            <Menu.Item key={words} onClick={run}>
              {words}
            </Menu.Item>
          ))}
          {more.length > 0 && <Menu.Divider />}
          {state.map(({ words, run }) => (
            <Menu.Item key={words} onClick={run}>
              {words}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}

function nameOf({ words }: RightsAction, entry: RightsRequest): string {
  return `${words.replace('…', '')} for ${personWords(entry)}`;
}

interface RightsAction {
  readonly words: string;
  readonly run: () => void;
}

interface RightsActions {
  /** What answers the request, or else closes it; undefined for a closed one. */
  readonly main: RightsAction | undefined;
  /** The other ways to answer it. */
  readonly more: readonly RightsAction[];
  /** What changes the entry. */
  readonly state: readonly RightsAction[];
}

/** What can be done about an entry. */
function useRightsActions(entry: RightsRequest): RightsActions {
  const byKind = useAnswers(entry);
  const { done, reopen, refuse, remove } = useChangeRights(entry);
  const isOpen = entry.state === 'open';
  const markDone = { words: 'Mark as done', run: done };
  const answer = byKind[entry.kind];
  const main = isOpen ? (answer ?? markDone) : undefined;
  return {
    main,
    more: Object.values(byKind).filter((each) => each !== main),
    state: [
      ...(isOpen && main !== markDone ? [markDone] : []),
      ...(isOpen ? [{ words: 'Refuse…', run: () => askToRefuse(entry, refuse) }] : []),
      ...(isOpen ? [] : [{ words: 'Reopen', run: reopen }]),
      { words: 'Edit…', run: () => openRightsForm({ entry }) },
      { words: 'Delete', run: remove },
    ],
  };
}

/** What answers a request of each kind, with its person filled in; nothing once the person was erased. */
function useAnswers(entry: RightsRequest): Readonly<Partial<Record<RightsKind, RightsAction>>> {
  const { id: workspaceId } = useWorkspace();
  const { defaultCountry = null } = useRules().data ?? {};
  const { name, phone, erased, submissionId } = entry;
  if (erased || (name === '' && phone === '')) return {};
  const privacyPage = () => openErasePerson({ name, phone, request: entry });
  const number = parseTypedPhone(phone, defaultCountry);
  return {
    access: { words: 'Save what is held…', run: privacyPage },
    erasure: { words: 'Erase…', run: privacyPage },
    objection: {
      words: 'Add to do-not-call list…',
      run: () =>
        number.ok
          ? openNotToCall({
              workspaceId,
              phoneNumbers: [number.value.e164],
              ...(name !== '' && { candidateName: name }),
              onAdded: () => offerToClose(entry),
            })
          : openAddNumbers({ text: phone, onAdded: () => offerToClose(entry) }),
    },
    explanation: {
      words: 'Explain a decision…',
      run: () => openExplain({ workspaceId, submissionId, person: { name, phone }, request: entry }),
    },
  };
}

/** Closes, reopens and deletes an entry. Each can be undone, which takes back no later change. */
function useChangeRights(entry: RightsRequest) {
  const { id: workspaceId } = useWorkspace();
  const move = (title: string, to: RightsStanding): void => {
    moveRights(entry, to)
      .then((back) => showUndoToast({ workspaceId, title, undo: () => undoMove(back) }))
      .catch(showErrorInShell);
  };
  const today = () => localDay(Date.now());
  return {
    done: () => move('Request done', { state: 'done', refusal: '', closedOn: today() }),
    refuse: (refusal: string) => move('Request refused', { state: 'refused', refusal, closedOn: today() }),
    reopen: () => move('Request reopened', { state: 'open', refusal: '', closedOn: null }),
    remove: () => {
      removeRights(entry)
        .then((removed) =>
          showUndoToast({ workspaceId, title: 'Request deleted', undo: () => putBackRights(removed) }),
        )
        .catch(showErrorInShell);
    },
  };
}

const MODAL_ID = 'refuse-rights';

/** Asks why a request is refused. */
function askToRefuse(entry: RightsRequest, refuse: (reason: string) => void): void {
  openDialog({
    modalId: MODAL_ID,
    title: 'Refuse this request?',
    children: <Refuse entry={entry} refuse={refuse} onClose={() => modals.close(MODAL_ID)} />,
  });
}

interface RefuseProps {
  readonly entry: RightsRequest;
  readonly refuse: (reason: string) => void;
  readonly onClose: () => void;
}

function Refuse({ entry, refuse, onClose }: RefuseProps) {
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const isMissing = reason.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isMissing) return focusFirstError();
    onClose();
    refuse(reason.trim());
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <p>
          The request of <bdi>{personWords(entry)}</bdi> stays in the register as refused, with this reason.
          Nothing is sent to the candidate.
        </p>
        <Textarea
          data-autofocus
          label="Why is it refused?"
          autosize
          minRows={2}
          maxRows={8}
          dir="auto"
          maxLength={MAX_RIGHTS_TEXT}
          value={reason}
          error={tried && isMissing && 'Enter a reason.'}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Keep it open
          </Button>
          <Button type="submit">Refuse</Button>
        </Group>
      </Stack>
    </form>
  );
}

/** When an entry is due or was closed, in words. `today`: the local day. */
export function dueWords(
  { state, dueOn, closedOn }: RightsRequest,
  today: string,
): { readonly words: string; readonly tone: 'late' | 'soon' | 'calm' } {
  if (state !== 'open')
    return {
      words: `${state === 'done' ? 'Done' : 'Refused'} on ${formatDay(closedOn ?? dueOn)}`,
      tone: 'calm',
    };
  const left = daysLeft(dueOn, today);
  if (left < 0) return { words: `Overdue by ${countOf(-left, 'day')}`, tone: 'late' };
  if (left === 0) return { words: 'Due today', tone: 'soon' };
  if (left <= DUE_SOON_DAYS) return { words: `Due in ${countOf(left, 'day')}`, tone: 'soon' };
  return { words: `Due on ${formatDay(dueOn)}`, tone: 'calm' };
}

/** Whom an entry is about, in words. */
function personWords({ name, phone, erased }: Pick<RightsRequest, 'name' | 'phone' | 'erased'>): string {
  if (erased) return 'Erased person';
  return name || phone || 'Without a name';
}
