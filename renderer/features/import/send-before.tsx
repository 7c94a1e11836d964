import { Button, Popover } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { type RefObject, useRef, useState } from 'react';
import { notBeforeProblem } from '../../parts/send-later/not-before-problem.ts';
import { SendLaterChoice } from '../../parts/send-later/send-later-choice.tsx';
import { ownSendLaterZone } from '../../parts/send-later/send-later-zone.ts';
import { formatPlanned } from '../../parts/time/format-time.ts';
import { useNow } from '../../parts/time/use-now.ts';
import classes from './send-before.module.css';

interface SendBefore {
  readonly opened: boolean;
  readonly setOpened: (opened: boolean) => void;
  readonly problem: string | null;
  readonly input: RefObject<HTMLInputElement | null>;
  /** Whether the time is usable; if not, shows why and opens the choice. */
  readonly validate: () => boolean;
}

/** The state of {@link SendBeforeButton}. `value`: UTC ms; null for as soon as possible. */
export function useSendBefore(value: number | null): SendBefore {
  const [opened, setOpened] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const validate = () => {
    const found = notBeforeProblem(value, input.current?.validity.badInput ?? false, Date.now());
    setProblem(found);
    if (found !== null) setOpened(true);
    return found === null;
  };
  return { opened, setOpened, problem, input, validate };
}

interface SendBeforeButtonProps {
  readonly value: number | null;
  readonly onChange: (at: number | null) => void;
  readonly state: SendBefore;
}

/** Says when the import goes out, and lets the user choose a time before which nothing does. */
export function SendBeforeButton({ value, onChange, state }: SendBeforeButtonProps) {
  const { opened, setOpened, problem, input } = state;
  const now = useNow();
  const passed = value !== null && value <= now;
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="top-start"
      width="min(460px, 92vw)"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconClock size={15} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          {value === null ? 'Send later' : `Send nothing before ${formatPlanned(value, now)}`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Send nothing before" className={classes['choice'] ?? ''}>
        <SendLaterChoice
          zone={ownSendLaterZone()}
          value={value === null ? null : { at: value, timeZone: null }}
          onChange={(time) => onChange(time?.at ?? null)}
          onGiveUp={() => {
            onChange(null);
            setOpened(false);
          }}
          error={passed || value === null ? problem : null}
          inputRef={input}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
