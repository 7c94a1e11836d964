import { VisuallyHidden } from '@mantine/core';
import {
  type Icon,
  IconBooks,
  IconChartBar,
  IconFileImport,
  IconListDetails,
  IconSend,
  IconSettings,
  IconUserPlus,
} from '@tabler/icons-react';
import { useId } from 'react';
import { Link, useLocation } from 'wouter';
import { useAppState } from '../api/app-state.tsx';
import { countOf } from '../parts/text/count-of.ts';
import { NAV_PAGES } from '../routes/pages.ts';
import classes from './navigation.module.css';

const ICONS: Record<(typeof NAV_PAGES)[number]['path'], Icon> = {
  '/requests': IconListDetails,
  '/new': IconUserPlus,
  '/import': IconFileImport,
  '/outbox': IconSend,
  '/library': IconBooks,
  '/insights': IconChartBar,
  '/settings': IconSettings,
};

/** The places of a workspace. Numbers beside a link describe it and are no part of its name. */
export function Navigation() {
  const { waitingCount, decisionCount } = useAppState();
  return (
    <nav aria-label="Main">
      <ul className={classes['list']}>
        {NAV_PAGES.map((place) => (
          <NavigationLink
            key={place.path}
            place={place}
            counts={place.path === '/outbox' ? outboxCounts(waitingCount, decisionCount) : []}
          />
        ))}
      </ul>
    </nav>
  );
}

/** A number beside a link. */
interface Count {
  readonly count: number;
  /** The count in words. */
  readonly words: string;
  /** Somebody has to do something about it. */
  readonly urgent: boolean;
}

function outboxCounts(waiting: number, needDecision: number): readonly Count[] {
  const counts = [
    { count: waiting, words: countOf(waiting, 'submission waiting', 'submissions waiting'), urgent: false },
    {
      count: needDecision,
      words: countOf(needDecision, 'submission needs your decision', 'submissions need your decision'),
      urgent: true,
    },
  ];
  return counts.filter(({ count }) => count > 0);
}

interface NavigationLinkProps {
  readonly place: (typeof NAV_PAGES)[number];
  readonly counts: readonly Count[];
}

function NavigationLink({ place, counts }: NavigationLinkProps) {
  const PlaceIcon = ICONS[place.path];
  const [location] = useLocation();
  const description = useId();
  const meaning = counts.map(({ words }) => words).join(', ');
  const current = location === place.path || location.startsWith(`${place.path}/`);
  return (
    <li className={classes['item']}>
      <Link
        href={place.path}
        className={classes['link']}
        aria-current={current ? 'page' : undefined}
        aria-describedby={meaning ? description : undefined}
        title={meaning || undefined}
      >
        <PlaceIcon size={18} stroke={1.75} aria-hidden />
        <span className={classes['label']}>{place.label}</span>
        {counts.length > 0 && (
          <span className={classes['counts']} aria-hidden>
            {counts.map(({ count, urgent }) => (
              <span key={String(urgent)} className={classes['count']} data-urgent={urgent || undefined}>
                {count > 999 ? '999+' : count}
              </span>
            ))}
          </span>
        )}
      </Link>
      {meaning && <VisuallyHidden id={description}>{meaning}</VisuallyHidden>}
    </li>
  );
}
