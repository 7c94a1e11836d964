import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { ChipGroup } from '../../parts/filter-chips/chip-group.tsx';
import { ChoiceChip } from '../../parts/filter-chips/choice-chip.tsx';
import { ExportLibraryMenu } from './file/export-library-menu.tsx';
import { ImportLibraryButton } from './file/import-library-button.tsx';
import type { LibraryRow, LibraryShelf } from './library-rows.ts';
import classes from './library-toolbar.module.css';

interface LibraryToolbarProps {
  readonly rows: readonly LibraryRow[];
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly shelf: LibraryShelf;
  readonly onShelf: (shelf: LibraryShelf) => void;
}

/** Search, filter, import and export. */
export function LibraryToolbar({ rows, search, onSearch, shelf, onShelf }: LibraryToolbarProps) {
  const archived = rows.filter((row) => row.archived).length;
  return (
    <div className={classes['toolbar']}>
      <TextInput
        className={classes['search'] ?? ''}
        size="xs"
        type="search"
        aria-label="Search the Library"
        placeholder="Search names, IDs and notes"
        dir="auto"
        leftSection={<IconSearch size={15} aria-hidden />}
        rightSection={
          search !== '' && <CloseButton size="sm" aria-label="Clear search" onClick={() => onSearch('')} />
        }
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && onSearch('')}
      />
      {(archived > 0 || shelf === 'archived') && (
        <ChipGroup label="Which entries">
          <ChoiceChip
            word="Offered"
            count={rows.length - archived}
            pressed={shelf === 'offered'}
            onPress={() => onShelf('offered')}
          />
          <ChoiceChip
            word="Archived"
            count={archived}
            pressed={shelf === 'archived'}
            onPress={() => onShelf('archived')}
          />
        </ChipGroup>
      )}
      <div className={classes['files']}>
        <ImportLibraryButton />
        <ExportLibraryMenu
          disabled={rows.every(({ name, note, fields }) => name === '' && note === '' && fields.length === 0)}
        />
      </div>
    </div>
  );
}
