import { Skeleton } from '@mantine/core';
import type { GroupedTab, GroupPart, OutboxGroup } from '../../../shared/outbox.ts';
import { useOutboxGroups } from '../../api/outbox.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { BulkActions } from './bulk-actions.tsx';
import classes from './cause-tab.module.css';
import { GroupWords, groupWords } from './group-words.tsx';
import { OutboxSection } from './outbox-section.tsx';
import { useGroupRows } from './use-outbox-rows.ts';

const EMPTY: Readonly<Record<GroupedTab, string>> = {
  'needs-you': 'Nothing needs you. Undecided, refused and held submissions appear here.',
  waiting: 'Nothing is waiting. New submissions appear here until the service accepts them.',
  refused: 'Nothing is refused. Submissions that the service refuses appear here.',
  drafts: 'There are no drafts. Submissions that you take back appear here.',
};

const NAMES: Readonly<Record<GroupPart, string>> = {
  decisions: 'Needs your decision',
  held: 'On hold',
  waiting: 'Waiting',
  refused: 'Refused',
  drafts: 'Drafts',
};

/** The rows of a tab, in groups with the same cause. */
export function CauseTab({ tab }: { tab: GroupedTab }) {
  const { data, error, refetch } = useOutboxGroups(tab);
  if (error) {
    return <ErrorNotice error={error} title="Couldn't load the Outbox." onRetry={() => void refetch()} />;
  }
  if (!data) return <Skeleton height={240} radius="md" />;
  if (data.length === 0) return <p className={classes['empty']}>{EMPTY[tab]}</p>;
  const sections = data.map((group) => (
    <GroupSection
      key={`${group.part} ${'is' in group.cause ? group.cause.is : '+'}`}
      tab={tab}
      group={group}
      isOnly={data.filter(({ part }) => part === group.part).length === 1}
    />
  ));
  return data.length === 1 ? <div className={classes['alone']}>{sections}</div> : sections;
}

interface GroupSectionProps {
  readonly tab: GroupedTab;
  readonly group: OutboxGroup;
  /** Whether its part has no other group. */
  readonly isOnly: boolean;
}

function GroupSection({ tab, group, isOnly }: GroupSectionProps) {
  const { id: workspaceId } = useWorkspace();
  const rows = useGroupRows(group);
  const { part, cause, count, problem, shownUntil } = group;
  const [first] = group.rows;
  const about = { workspaceId, part, rows: { cause, shownUntil }, count };
  const isShared = problem !== null && first !== undefined && count > 1;
  const title = isShared ? groupWords(problem, first.candidateName) : restTitle(group, isOnly);
  return (
    <OutboxSection
      name={title === NAMES[part] ? title : `${NAMES[part]}: ${title}`}
      {...(tab === 'needs-you' && title !== NAMES[part] && { kind: NAMES[part] })}
      heading={isShared ? <GroupWords problem={problem} candidateName={first.candidateName} /> : title}
      part={part}
      rows={rows}
      actions={count > 1 && <BulkActions about={about} rows={group.rows} problem={problem} />}
    />
  );
}

/** The heading of submissions that share no cause. */
function restTitle({ part, cause, count }: OutboxGroup, isOnly: boolean): string {
  if (isOnly) return NAMES[part];
  if ('is' in cause) return part === 'waiting' ? 'On the way' : 'Unknown cause';
  return count === 1 ? 'Another reason' : 'Other reasons';
}
