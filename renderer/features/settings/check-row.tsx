import { Group, Loader, Text } from '@mantine/core';
import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconHelpCircle,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Dim, PlainList, Words } from '../../parts/layout.tsx';
import classes from './settings.module.css';

const MARKS = {
  ok: { Icon: IconCircleCheck, words: 'OK' },
  unclear: { Icon: IconHelpCircle, words: 'Unknown' },
  look: { Icon: IconAlertTriangle, words: 'Needs attention' },
  problem: { Icon: IconAlertOctagon, words: 'Problem' },
  waiting: { Icon: IconCircleDashed, words: 'Not checked yet' },
} as const;

interface CheckRowProps {
  readonly name: string;
  readonly state: keyof typeof MARKS | 'running';
  readonly words?: ReactNode;
  /** What to do about it. */
  readonly next?: ReactNode;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** The result of one check, and what to do about it; an item of {@link CheckRows}. */
export function CheckRow({ name, state, words, next, actions, children }: CheckRowProps) {
  return (
    <li className={classes['check']} data-state={state} aria-busy={state === 'running'}>
      <Mark state={state} />
      <Group gap="8px 12px" align="flex-start" miw={0} flex={1}>
        <div className={classes['checkText']}>
          <Words component="div" fw={500}>
            {name}
          </Words>
          {words && <Dim component="div">{words}</Dim>}
          {next && (
            <Text component="div" inherit fz="xs" mt={4}>
              {next}
            </Text>
          )}
        </div>
        {actions && <Group gap={8}>{actions}</Group>}
        {children && <div className={classes['checkBelow']}>{children}</div>}
      </Group>
    </li>
  );
}

function Mark({ state }: Pick<CheckRowProps, 'state'>) {
  if (state === 'running') return <Loader size={18} role="img" aria-label="Checking…" />;
  const { Icon, words } = MARKS[state];
  return <Icon size={18} className={classes['checkMark']} aria-label={words} role="img" />;
}

interface CheckRowsProps {
  /** A summary in one sentence; empty while unknown. */
  readonly verdict: string;
  readonly children: ReactNode;
}

/** A list of check results below their summary. */
export function CheckRows({ verdict, children }: CheckRowsProps) {
  return (
    <>
      <Words mb={8} mih="1.55em" role="status">
        {verdict}
      </Words>
      <PlainList framed>{children}</PlainList>
    </>
  );
}
