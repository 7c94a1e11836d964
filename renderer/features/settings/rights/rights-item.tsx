import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { RightsRequest } from '../../../../shared/rights.ts';
import { RIGHTS_KIND_WORDS, RIGHTS_WAY_WORDS } from '../../../../shared/words/rights-words.ts';
import { formatDay } from '../../../parts/rights/format-day.ts';
import { dueWords, personWords } from './due-words.ts';
import classes from './rights.module.css';
import { type RightsAction, useRightsActions } from './use-rights-actions.tsx';

interface RightsItemProps {
  readonly entry: RightsRequest;
  /** The local day. */
  readonly today: string;
}

/** A candidate's request: what, of whom, until when, and what can be done about it. */
export function RightsItem({ entry, today }: RightsItemProps) {
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
