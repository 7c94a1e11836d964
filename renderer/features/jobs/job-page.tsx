import { Anchor, Button, Group, Menu, SegmentedControl } from '@mantine/core';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { NO_FILTER } from '../../../shared/request-filter.ts';
import { isUuidShaped } from '../../../shared/submission.ts';
import { useWorkspace } from '../../api/app-state.tsx';
import { useRequestTotal } from '../../api/requests.ts';
import { formatNumber, shortId } from '../../parts/format.ts';
import { Dim } from '../../parts/layout.tsx';
import { useJobNames } from '../../parts/matching.ts';
import { EmptyState, Page } from '../../parts/page.tsx';
import { importPath, newForJobPath } from '../../routes/paths.ts';
import { listMemory } from '../requests/list-state.ts';
import { RequestsPage } from '../requests/requests-list.tsx';
import { Board } from './board.tsx';
import classes from './jobs.module.css';

export interface JobPageProps extends Omit<ComponentProps<typeof RequestsPage>, 'job'> {
  /** The service's id of the job description. */
  readonly job: string;
}

/** The candidates of one job: how far they came, and the list or a board of them. */
export function JobPage({ job, openRequestId, renderRequest }: JobPageProps) {
  const memory = listMemory(useWorkspace().id, job);
  const [isBoard, setIsBoard] = useState(memory.isBoard);
  const title = useJobNames()(job) ?? shortId(job);
  const total = useRequestTotal({ ...NO_FILTER, jobs: [job], archived: 'any' }).data;
  const showAs = (board: boolean) => {
    memory.isBoard = board;
    setIsBoard(board);
  };
  if (total === 0 && openRequestId === null) {
    return (
      <Page title={title}>
        <Head job={job} total={0} />
        <EmptyState icon={<IconUsers size={22} stroke={1.5} aria-hidden />} title="No candidates yet">
          They appear here once the service has accepted them.
        </EmptyState>
      </Page>
    );
  }
  return (
    <RequestsPage
      openRequestId={openRequestId}
      renderRequest={renderRequest}
      job={{
        id: job,
        title,
        head: <Head job={job} total={total} shown={isBoard ? 'board' : 'list'} onShow={showAs} />,
        instead: isBoard
          ? (show) => (
              <Board
                job={job}
                onShowInList={(filter) => {
                  show(filter);
                  showAs(false);
                }}
              />
            )
          : null,
      }}
    />
  );
}

interface HeadProps {
  readonly job: string;
  /** Its requests; undefined while they are counted. */
  readonly total: number | undefined;
  readonly shown?: 'list' | 'board';
  readonly onShow?: (board: boolean) => void;
}

/** How far the candidates came, the views of them, and the way to add some. */
function Head({ job, total, shown, onShow }: HeadProps) {
  return (
    <Group gap="8px 16px" flex="none" justify="space-between">
      <Stages job={job} total={total} />
      <Group gap={8} wrap="nowrap" ms="auto">
        {shown && onShow && (
          <SegmentedControl
            aria-label="Show as"
            data={[
              { value: 'list', label: 'List' },
              { value: 'board', label: 'Board' },
            ]}
            value={shown}
            onChange={(value) => onShow(value === 'board')}
          />
        )}
        {isUuidShaped(job) && <AddCandidates job={job} />}
      </Group>
    </Group>
  );
}

const STAGES = ['submitted', 'reached', 'assessed', 'yes'] as const;

/** The numbers of Insights, and how many of those submitted have no request yet. */
function Stages({ job, total }: Pick<HeadProps, 'job' | 'total'>) {
  const { data } = useQuery(useWorkspace().queries.insights.funnel({ filter: { job } }));
  const [funnel] = data ?? [];
  if (!funnel || total === undefined) return null;
  const onTheWay = funnel.submitted - total;
  return (
    <ul className={classes['stages']} aria-label="How far they came">
      {STAGES.map((stage) => (
        <li key={stage}>
          <strong>{formatNumber(funnel[stage])}</strong> <Dim>{stage}</Dim>
        </li>
      ))}
      {onTheWay > 0 && (
        <li>
          <Anchor component={Link} inherit href="/outbox">
            {formatNumber(onTheWay)} in the Outbox
          </Anchor>
        </li>
      )}
    </ul>
  );
}

function AddCandidates({ job }: { job: string }) {
  const [, navigate] = useLocation();
  return (
    <Menu position="bottom-end" width={180} withinPortal returnFocus>
      <Menu.Target>
        <Button variant="default" leftSection={<IconPlus size={15} aria-hidden />}>
          Add candidates
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => navigate(newForJobPath(job))}>New request</Menu.Item>
        <Menu.Item onClick={() => navigate(importPath(job))}>Import</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
