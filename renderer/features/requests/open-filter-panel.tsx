import type { PinnedField } from '../../../shared/assessment.ts';
import type { FilterValues, RequestFilter } from '../../../shared/request-filter.ts';
import { useFilterValues, usePins } from '../../api/requests.ts';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import type { PickOption } from '../../parts/pick-list/filter-options.ts';
import { PickList } from '../../parts/pick-list/pick-list.tsx';
import { DateRangeForm } from './date-range-form.tsx';
import {
  codeOf,
  type FilterKind,
  filterKinds,
  isValuePart,
  isYesNoPart,
  kindName,
  pinPath,
  VALUE_PARTS,
  type ValuePart,
  valuesOf,
  valueWords,
  withPinned,
  withValueToggled,
  YES_NO_WORDS,
  type YesNoPart,
} from './filter-parts.ts';
import { PinnedFilterForm } from './pinned-filter-form.tsx';

export interface FilterPanelProps {
  /** The kind to edit; null to choose one first. */
  readonly kind: FilterKind | null;
  readonly onKind: (kind: FilterKind) => void;
  readonly filter: RequestFilter;
  readonly onChange: (filter: RequestFilter) => void;
  readonly onClose: () => void;
}

/** The content of the filter menu: first the kind, then its value. Typing a value skips the first step. */
export function OpenFilterPanel(props: FilterPanelProps) {
  const { kind, filter, onChange, onClose } = props;
  const values = useFilterValues();
  const pins = usePins().data ?? [];
  if (values.error) {
    return <ErrorNotice error={values.error} onRetry={() => void values.refetch()} />;
  }
  if (!values.data) return null;
  if (kind === null) return <KindList {...props} values={values.data} pins={pins} />;
  if (isValuePart(kind)) {
    return <ValueList part={kind} values={values.data} filter={filter} onChange={onChange} />;
  }
  const choose = (next: RequestFilter) => {
    onChange(next);
    onClose();
  };
  if (isYesNoPart(kind)) return <YesNoList kind={kind} filter={filter} onChange={choose} />;
  if (kind === 'accepted') return <DateRangeForm filter={filter} onChange={choose} />;
  const path = pinPath(kind);
  if (path === null) return <ArchivedList filter={filter} onChange={choose} />;
  const unpinned: PinnedField = { path, label: path, kind: 'text' };
  return (
    <PinnedFilterForm
      pin={pins.find((pin) => pin.path === path) ?? unpinned}
      pinned={filter.pinned.find((pinned) => pinned.path === path)}
      onChange={(pinned) => choose(withPinned(filter, path, pinned))}
    />
  );
}

interface KindListProps extends FilterPanelProps {
  readonly values: FilterValues;
  readonly pins: readonly PinnedField[];
}

function KindList({ values, pins, filter, onKind, onChange }: KindListProps) {
  const kinds = filterKinds(pins);
  const options = kinds.map((kind): PickOption => ({ key: kind, words: kindName(kind, pins) }));
  const found = VALUE_PARTS.flatMap((part) =>
    valuesOf(part, values, filter).map(
      (value): PickOption => ({
        key: valueKey(part, value.value),
        group: kindName(part, pins),
        words: valueWords(value),
        code: codeOf(part, value.value),
        count: value.count,
        checked: isChosen(filter, part, value.value),
      }),
    ),
  );
  const pick = (key: string) => {
    const kind = kinds.find((known) => known === key);
    if (kind) return onKind(kind);
    const part = VALUE_PARTS.find((known) => key.startsWith(valueKey(known, '')));
    if (part) onChange(withValueToggled(filter, part, key.slice(valueKey(part, '').length)));
  };
  return (
    <PickList
      label="Filter by"
      placeholder="Filter by…"
      options={options}
      extraOptions={found}
      onPick={pick}
      empty="No filter matches."
    />
  );
}

function valueKey(part: ValuePart, value: string): string {
  return `${part}=${value}`;
}

function isChosen(filter: RequestFilter, part: ValuePart, value: string): boolean {
  return filter[part].some((chosen) => chosen === value);
}

interface ValueListProps {
  readonly part: ValuePart;
  readonly values: FilterValues;
  readonly filter: RequestFilter;
  readonly onChange: (filter: RequestFilter) => void;
}

function ValueList({ part, values, filter, onChange }: ValueListProps) {
  const name = kindName(part, []);
  const options = valuesOf(part, values, filter).map(
    (value): PickOption => ({
      key: value.value,
      words: valueWords(value),
      code: codeOf(part, value.value),
      count: value.count,
      checked: isChosen(filter, part, value.value),
    }),
  );
  return (
    <PickList
      label={name}
      placeholder={`${name}…`}
      options={options}
      onPick={(value) => onChange(withValueToggled(filter, part, value))}
      empty={options.length === 0 ? 'No request has any yet.' : NO_MATCH}
    />
  );
}

const NO_MATCH = 'Nothing matches.';

type KindFormProps = Pick<ValueListProps, 'filter' | 'onChange'>;

function YesNoList({ kind, filter, onChange }: KindFormProps & { kind: YesNoPart }) {
  const [yes, no] = YES_NO_WORDS[kind];
  const name = kindName(kind, []);
  return (
    <PickList
      label={name}
      placeholder={`${name}…`}
      options={[
        { key: 'yes', words: yes, checked: filter[kind] === true },
        { key: 'no', words: no, checked: filter[kind] === false },
      ]}
      onPick={(key) => onChange({ ...filter, [kind]: key === 'yes' })}
      empty={NO_MATCH}
    />
  );
}

function ArchivedList({ filter, onChange }: KindFormProps) {
  return (
    <PickList
      label="Archived"
      placeholder="Archived…"
      options={[
        { key: 'no', words: 'Not archived', checked: filter.archived === 'no' },
        { key: 'yes', words: 'Archived only', checked: filter.archived === 'yes' },
        { key: 'any', words: 'Both', checked: filter.archived === 'any' },
      ]}
      onPick={(key) => onChange({ ...filter, archived: key === 'yes' || key === 'any' ? key : 'no' })}
      empty={NO_MATCH}
    />
  );
}
