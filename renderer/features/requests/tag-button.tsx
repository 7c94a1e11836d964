import { Button, Popover, SegmentedControl } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import { useState } from 'react';
import type { AnnotationChange } from '../../../shared/request-filter.ts';
import { useFilterValues } from '../../api/requests.ts';
import { PickList } from '../../parts/pick-list/pick-list.tsx';
import { useActions } from '../../parts/shortcuts/actions.ts';

/** As long as a tag may be. */
const MOST_LETTERS = 60;

interface TagButtonProps {
  readonly busy: boolean;
  readonly onChange: (change: AnnotationChange) => void;
}

/** Puts a tag on what is chosen, one there is or a new one, or takes one off. */
export function TagButton({ busy, onChange }: TagButtonProps) {
  const [opened, setOpened] = useState(false);
  const [removes, setRemoves] = useState(false);
  const tags = useFilterValues().data?.tags ?? [];
  useActions([
    {
      id: 'selected.tag',
      name: 'Tag selected…',
      group: 'Selected requests',
      keywords: 'label',
      run: () => setOpened(true),
    },
  ]);
  const known = new Set(tags.map(({ value }) => value));
  const pick = (tag: string) => {
    setOpened(false);
    onChange(removes ? { removeTags: [tag] } : { addTags: [tag] });
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
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconTag size={15} aria-hidden />}
          loading={busy}
          onClick={() => setOpened(!opened)}
        >
          Tag
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="Tags">
        <PickList
          key={String(removes)}
          label={removes ? 'Take off a tag' : 'Add a tag'}
          placeholder={removes ? 'Take off a tag…' : 'Add a tag, or name a new one…'}
          options={tags.map(({ value, count }) => ({ key: value, words: value, count }))}
          onPick={pick}
          createOption={(text) =>
            removes || known.has(text) ? null : { key: text, words: text, group: 'New tag' }
          }
          empty={removes ? 'There is no such tag.' : 'Type the name of a new tag.'}
          maxLength={MOST_LETTERS}
        >
          <SegmentedControl
            m={6}
            size="xs"
            aria-label="Add or take off"
            data={[
              { value: 'add', label: 'Add' },
              { value: 'remove', label: 'Take off' },
            ]}
            value={removes ? 'remove' : 'add'}
            onChange={(value) => setRemoves(value === 'remove')}
          />
        </PickList>
      </Popover.Dropdown>
    </Popover>
  );
}
