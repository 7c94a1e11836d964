import { Button, Group } from '@mantine/core';
import { IconPhoneCall, IconSearch } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import type { HiddenBy, RequestFilter } from '../../../shared/request-filter.ts';
import { useCurrentWorkspace, useOutboxCounts } from '../../api/app-state.tsx';
import { useFilterValues, useHiddenBy, usePins } from '../../api/requests.ts';
import { useRules } from '../../api/rules.ts';
import { EmptyState } from '../../parts/empty-state/empty-state.tsx';
import { countOf, formatNumber } from '../../parts/text/count-of.ts';
import { withoutPart } from './filter-parts.ts';
import { partWords } from './filter-words.ts';
import { FoundInOutbox } from './found-in-outbox.tsx';
import classes from './requests-empty.module.css';

interface RequestsEmptyProps {
  /** The number of all tracked requests. */
  readonly all: number;
  readonly filter: RequestFilter;
  readonly onChange: (filter: RequestFilter) => void;
  readonly onClear: () => void;
}

/** Why the list is empty: no requests yet, or which filter hides how many. */
export function RequestsEmpty(props: RequestsEmptyProps) {
  return props.all === 0 ? <NoneYet /> : <NoneMatch {...props} />;
}

function NoneYet() {
  const [, navigate] = useLocation();
  const { waiting } = useOutboxCounts();
  const practising = useCurrentWorkspace().kind === 'practice';
  return (
    <EmptyState
      icon={<IconPhoneCall size={22} stroke={1.5} aria-hidden />}
      title="No requests yet"
      action={
        <Group gap="xs" justify="center">
          <Button onClick={() => navigate('/new')}>
            {practising ? 'Submit a sample candidate' : 'New request'}
          </Button>
          {waiting > 0 && (
            <Button variant="default" onClick={() => navigate('/outbox')}>
              {countOf(waiting, 'submission')} on the way
            </Button>
          )}
        </Group>
      }
    >
      Submit a candidate and the service will call them. Status, calls and assessment appear here as they come
      in.
    </EmptyState>
  );
}

function NoneMatch({ all, filter, onChange, onClear }: RequestsEmptyProps) {
  const hidden = useHiddenBy(filter).data ?? [];
  const removable = hidden.filter(({ withoutIt }) => withoutIt > 0);
  return (
    <EmptyState
      icon={<IconSearch size={22} stroke={1.5} aria-hidden />}
      title="Nothing matches"
      action={
        <Button variant="default" onClick={onClear}>
          Show all requests
        </Button>
      }
    >
      <div className={classes['outbox']}>
        <FoundInOutbox search={filter.search} alone />
      </div>
      {removable.length === 0 ? (
        hidden.length > 1 ? (
          'Each filter on its own hides all requests.'
        ) : (
          `None of your ${countOf(all, 'request')} matches.`
        )
      ) : (
        <ul className={classes['hidden']}>
          {removable.map((part) => (
            <HiddenPart key={part.part} hidden={part} filter={filter} onChange={onChange} />
          ))}
        </ul>
      )}
      {filter.search !== '' && <CoveredNotSearched />}
    </EmptyState>
  );
}

/** Why a search may find nobody who is there: it would tell who or what is covered. */
function CoveredNotSearched() {
  const { on, coverIdentity } = useRules().data?.verdictFirst ?? { on: false, coverIdentity: false };
  if (!on) return null;
  return (
    <p className={classes['covered']}>
      {coverIdentity ? 'Names, numbers and results' : 'Results'} that are covered until a verdict aren’t
      searched.
    </p>
  );
}

interface HiddenPartProps {
  readonly hidden: HiddenBy;
  readonly filter: RequestFilter;
  readonly onChange: (filter: RequestFilter) => void;
}

/** How many requests would match without one part of the filter, and a button that removes it. */
function HiddenPart({ hidden, filter, onChange }: HiddenPartProps) {
  const values = useFilterValues().data;
  const pins = usePins().data ?? [];
  const { part, withoutIt } = hidden;
  return (
    <li>
      Without {partWords(part, filter, { values, pins })} there would be {formatNumber(withoutIt)}.{' '}
      <Button size="compact-xs" variant="subtle" onClick={() => onChange(relaxed(part, filter))}>
        Show {withoutIt === 1 ? 'it' : 'them'}
      </Button>
    </li>
  );
}

/** `archived` has no "off": relaxing it shows both kinds. */
function relaxed(part: HiddenBy['part'], filter: RequestFilter): RequestFilter {
  return part === 'archived' ? { ...filter, archived: 'any' } : withoutPart(filter, part);
}
