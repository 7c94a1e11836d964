import { VisuallyHidden } from '@mantine/core';
import {
  type Icon,
  IconBooks,
  IconChartBar,
  IconFileImport,
  IconListDetails,
  IconSend,
  IconSettings,
  IconSunHigh,
  IconUserPlus,
} from '@tabler/icons-react';
import { useId } from 'react';
import { Link, useLocation } from 'wouter';
import { attentionOf, type OutboxCounts } from '../../shared/outbox.ts';
import { useOutboxCounts } from '../api/app-state.tsx';
import { CountBadge } from '../parts/chips.tsx';
import { countOf } from '../parts/format.ts';
import { NAV_PAGES } from '../routes/paths.ts';
import classes from './shell.module.css';

const ICONS: Record<(typeof NAV_PAGES)[number]['path'], Icon> = {
  '/today': IconSunHigh,
  '/requests': IconListDetails,
  '/new': IconUserPlus,
  '/import': IconFileImport,
  '/outbox': IconSend,
  '/library': IconBooks,
  '/insights': IconChartBar,
  '/settings': IconSettings,
};

/** The main navigation. Counts beside a link are its description, not part of its accessible name. */
export function Navigation() {
  const counts = useOutboxCounts();
  return (
    <nav aria-label="Main">
      <ul className={classes['places']}>
        {NAV_PAGES.map((page) => (
          <NavigationLink
            key={page.path}
            page={page}
            counts={page.path === '/outbox' ? countsOf(counts) : []}
          />
        ))}
      </ul>
    </nav>
  );
}

interface Count {
  readonly count: number;
  readonly words: string;
  /** Whether the person needs to act. */
  readonly urgent: boolean;
}

/** What needs the person and, quietly, the drafts; how many wait is in the header. */
function countsOf(counts: OutboxCounts): readonly Count[] {
  const { drafts } = counts;
  const forPerson = attentionOf(counts);
  const all = [
    { count: drafts, words: countOf(drafts, 'draft'), urgent: false },
    {
      count: forPerson,
      words: countOf(forPerson, 'submission needs you', 'submissions need you'),
      urgent: true,
    },
  ];
  return all.filter(({ count }) => count > 0);
}

interface NavigationLinkProps {
  readonly page: (typeof NAV_PAGES)[number];
  readonly counts: readonly Count[];
}

function NavigationLink({ page, counts }: NavigationLinkProps) {
  const PageIcon = ICONS[page.path];
  const [location] = useLocation();
  const descriptionId = useId();
  const description = counts.map(({ words }) => words).join(', ');
  const current = location === page.path || location.startsWith(`${page.path}/`);
  return (
    <li className={classes['placeItem']}>
      <Link
        href={page.path}
        className={classes['place']}
        aria-current={current ? 'page' : undefined}
        aria-describedby={description ? descriptionId : undefined}
        title={description || undefined}
      >
        <PageIcon size={18} stroke={1.75} aria-hidden />
        <span className={classes['placeLabel']}>{page.label}</span>
        {counts.length > 0 && (
          <span className={classes['counts']} aria-hidden>
            {counts.map(({ count, urgent }) => (
              <CountBadge key={String(urgent)} count={count} urgent={urgent} />
            ))}
          </span>
        )}
      </Link>
      {description && <VisuallyHidden id={descriptionId}>{description}</VisuallyHidden>}
    </li>
  );
}
