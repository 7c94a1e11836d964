import { Button, Group, Menu, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type SyntheticEvent, useRef, useState } from 'react';
import { MAX_REASON_LENGTH } from '../../../shared/kept-reason.ts';
import type { Verdict } from '../../../shared/request.ts';
import { useKeepReason, useKeptReasons } from '../../api/reasons.ts';
import { workspaceAccess } from '../../api/workspace.ts';
import { ErrorNotice } from '../notice.tsx';
import classes from './kept-reasons.module.css';
import { VerdictPicker } from './verdict-picker.tsx';

const CHOICES: readonly Verdict[] = ['no', 'maybe', 'yes'];

interface ReasonFormProps {
  readonly workspaceId: string;
  /** null: it is asked for here. */
  readonly verdict: Verdict | null;
  /** Who the verdict is on: a name, or how many requests. */
  readonly who: string;
  /** Whether any of their results are covered until then. */
  readonly covered: boolean;
  readonly run: (reason: string, verdict: Verdict) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks why a verdict is given. */
export function ReasonForm({ workspaceId, verdict, who, covered, run, onClose }: ReasonFormProps) {
  const [chosen, setChosen] = useState(verdict);
  const [isVerdictMissing, setVerdictMissing] = useState(false);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const write = (text: string) => {
    setReason(text.slice(0, MAX_REASON_LENGTH));
    setError(null);
  };
  const giving = useMutation({
    mutationFn: (given: Verdict) => run(reason.trim(), given),
    onSuccess: onClose,
  });
  const give = (event: SyntheticEvent) => {
    event.preventDefault();
    if (reason.trim() === '') setError('Write why.');
    if (chosen === null) setVerdictMissing(true);
    else if (reason.trim() !== '') giving.mutate(chosen);
  };
  return (
    <form noValidate onSubmit={give}>
      <Stack gap="md">
        <Text size="sm">
          About <bdi>{who}</bdi>.
          {covered &&
            ' The results show once you have given a verdict. They stay in view even if you undo it.'}
        </Text>
        {verdict === null && (
          <div>
            <VerdictPicker
              value={chosen}
              choices={CHOICES}
              autofocus
              onChange={(picked) => {
                setChosen(picked);
                setVerdictMissing(false);
              }}
              label="Your verdict"
            />
            {isVerdictMissing && (
              <Text role="alert" size="xs" c="var(--mantine-color-error)" mt={4}>
                Choose a verdict.
              </Text>
            )}
          </div>
        )}
        <Textarea
          ref={field}
          label="Why this verdict?"
          description="Kept in the history, with whether the results were in view."
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          dir="auto"
          data-autofocus={verdict !== null || undefined}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={MAX_REASON_LENGTH}
          value={reason}
          error={error}
          onChange={(event) => write(event.currentTarget.value)}
        />
        <KeptReasons
          workspaceId={workspaceId}
          reason={reason}
          onPick={(kept) => {
            write(reason.trim() === '' ? kept : `${reason.trimEnd()}\n${kept}`);
            field.current?.focus();
          }}
        />
        <ErrorNotice error={giving.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Not now
          </Button>
          <Button type="submit" loading={giving.isPending}>
            Give verdict
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface KeptReasonsProps {
  readonly workspaceId: string;
  /** The reason as it is typed. */
  readonly reason: string;
  readonly onPick: (kept: string) => void;
}

/** Fills in a reason that was kept, and keeps the one that is typed, or no longer. */
function KeptReasons({ workspaceId, reason, onPick }: KeptReasonsProps) {
  const workspace = workspaceAccess(workspaceId);
  const kept = useKeptReasons(workspace);
  const keeping = useKeepReason(workspace);
  // Only a menu that is closed without a choice returns the focus to its button.
  const [isPicked, setPicked] = useState(false);
  const pick = (each: string) => {
    setPicked(true);
    onPick(each);
  };
  const text = reason.trim();
  const all = kept.data ?? [];
  const isKept = all.includes(text);
  const toggle = () => {
    if (!keeping.isPending) keeping.mutate({ text, keep: !isKept });
  };
  return (
    <>
      <div className={classes['row']}>
        {all.length > 0 && (
          <Menu
            position="top-start"
            withinPortal={false}
            returnFocus={!isPicked}
            onOpen={() => setPicked(false)}
          >
            <Menu.Target>
              <Button size="compact-sm" variant="subtle">
                Use a kept reason
              </Button>
            </Menu.Target>
            <Menu.Dropdown className={classes['menu']}>
              {all.map((each) => (
                <Menu.Item key={each} title={each} onClick={() => pick(each)}>
                  <span className={classes['text']} dir="auto">
                    {each}
                  </span>
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
        {kept.data && text !== '' && (
          <Button size="compact-sm" variant="subtle" color="gray" onClick={toggle}>
            {isKept ? 'Don’t keep this reason' : 'Keep this reason'}
          </Button>
        )}
      </div>
      <ErrorNotice error={kept.error ?? keeping.error} />
    </>
  );
}
