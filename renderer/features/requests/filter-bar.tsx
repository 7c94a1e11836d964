import { Button, Popover } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
import type { RequestFilter } from '../../../shared/request-filter.ts';
import { useFilterValues, usePins } from '../../api/requests.ts';
import { ChipGroup } from '../../parts/filter-chips/chip-group.tsx';
import { FilterChip } from '../../parts/filter-chips/filter-chip.tsx';
import { FilterPanel } from './filter-panel.tsx';
import { codeOf, type FilterKind, isValuePart, kindsOn, withoutKind } from './filter-parts.ts';
import { filterWords } from './filter-words.ts';

interface FilterBarProps {
  readonly filter: RequestFilter;
  readonly onChange: (filter: RequestFilter) => void;
}

const POPOVER = {
  position: 'bottom-start',
  width: 290,
  shadow: 'md',
  trapFocus: true,
  returnFocus: true,
  withinPortal: true,
} as const;

/** The button that adds a filter. */
export function FilterButton({ filter, onChange }: FilterBarProps) {
  const [opened, setOpened] = useState(false);
  const [kind, setKind] = useState<FilterKind | null>(null);
  const toggle = (open: boolean) => {
    setKind(null);
    setOpened(open);
  };
  return (
    <Popover {...POPOVER} opened={opened} onChange={toggle}>
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconFilter size={15} aria-hidden />}
          onClick={() => toggle(!opened)}
        >
          Filter
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="Add a filter">
        <FilterPanel
          // Mounted again for each kind, so that its field takes the focus.
          key={kind}
          kind={kind}
          onKind={setKind}
          filter={filter}
          onChange={onChange}
          onClose={() => toggle(false)}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

/** The active filters as chips; nothing if there are none. */
export function FilterChips({ filter, onChange }: FilterBarProps) {
  const pins = usePins().data ?? [];
  const kinds = kindsOn(filter, pins);
  if (kinds.length === 0) return null;
  return (
    <ChipGroup label="Filters">
      {kinds.map((kind) => (
        <EditableChip key={kind} kind={kind} filter={filter} onChange={onChange} />
      ))}
    </ChipGroup>
  );
}

function EditableChip({ kind, filter, onChange }: FilterBarProps & { kind: FilterKind }) {
  const [editing, setEditing] = useState(false);
  const values = useFilterValues().data;
  const pins = usePins().data ?? [];
  const { name, value } = filterWords(kind, filter, { values, pins });
  const codes = isValuePart(kind) ? filter[kind].flatMap((each) => codeOf(kind, each) ?? []) : [];
  return (
    <Popover {...POPOVER} opened={editing} onChange={setEditing}>
      <Popover.Target>
        <FilterChip
          name={name}
          value={value}
          title={codes.length === 0 ? undefined : `${name}: ${value} (${codes.join(', ')})`}
          editing={editing}
          onEdit={() => setEditing(!editing)}
          onRemove={() => onChange(withoutKind(filter, kind))}
        />
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={`Change the filter ${name}`}>
        <FilterPanel
          kind={kind}
          onKind={() => undefined}
          filter={filter}
          onChange={onChange}
          onClose={() => setEditing(false)}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
