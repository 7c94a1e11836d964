import { Popover, SegmentedControl } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import { useState } from 'react';
import type { AnnotationChange } from '../../../shared/request-filter.ts';
import { useFilterValues } from '../../api/requests.ts';
import { PickList } from '../../parts/pick-list/pick-list.tsx';
import { useActions } from '../../parts/shortcuts/actions.ts';
import { BulkButton, bulkAction } from './bulk-button.tsx';

/** The longest tag the IPC contract accepts. */
const MAX_LENGTH = 60;

interface TagButtonProps {
  readonly busy: boolean;
  readonly onChange: (change: AnnotationChange) => void;
}

/** Adds a tag, new or existing, to the selected requests, or removes one. */
export function TagButton({ busy, onChange }: TagButtonProps) {
  const [opened, setOpened] = useState(false);
  const [removes, setRemoves] = useState(false);
  useActions([{ ...bulkAction('tag', 'Tag selected…', () => setOpened(true)), keywords: 'label' }]);
  const change = (changed: AnnotationChange) => {
    setOpened(false);
    onChange(changed);
  };
  return (
    <Popover
      position="top"
      width={260}
      shadow="md"
      trapFocus
      returnFocus
      opened={opened}
      onChange={setOpened}
    >
      <Popover.Target>
        <BulkButton icon={IconTag} loading={busy} onClick={() => setOpened(!opened)}>
          Tag
        </BulkButton>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="Tags">
        <TagList removes={removes} onRemoves={setRemoves} onChange={change} />
      </Popover.Dropdown>
    </Popover>
  );
}

interface TagListProps extends Pick<TagButtonProps, 'onChange'> {
  readonly removes: boolean;
  readonly onRemoves: (removes: boolean) => void;
}

function TagList({ removes, onRemoves, onChange }: TagListProps) {
  const tags = useFilterValues().data?.tags ?? [];
  const known = new Set(tags.map(({ value }) => value));
  return (
    <PickList
      key={String(removes)}
      label={removes ? 'Remove a tag' : 'Add a tag'}
      placeholder={removes ? 'Remove a tag…' : 'Add or create a tag…'}
      options={tags.map(({ value, count }) => ({ key: value, words: value, count }))}
      onPick={(tag) => onChange(removes ? { removeTags: [tag] } : { addTags: [tag] })}
      createOption={(text) =>
        removes || known.has(text) ? null : { key: text, words: text, group: 'New tag' }
      }
      empty={removes ? 'No such tag.' : 'Type the name of a new tag.'}
      maxLength={MAX_LENGTH}
    >
      <SegmentedControl
        m={6}
        size="xs"
        aria-label="Add or remove"
        data={[
          { value: 'add', label: 'Add' },
          { value: 'remove', label: 'Remove' },
        ]}
        value={removes ? 'remove' : 'add'}
        onChange={(value) => onRemoves(value === 'remove')}
      />
    </PickList>
  );
}
