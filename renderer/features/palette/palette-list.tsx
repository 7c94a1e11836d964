import { Combobox } from '@mantine/core';
import { SHORTCUTS } from '../../parts/shortcuts/catalogue.ts';
import { KeyNames } from '../../parts/shortcuts/key-names.tsx';
import classes from './palette.module.css';
import type { PaletteItem } from './use-palette-items.ts';

interface PaletteListProps {
  /** Sorted by group. */
  readonly items: readonly PaletteItem[];
  /** Props of the option at an index. */
  readonly option: (index: number) => object;
}

/** The palette's results by group. Focus stays in the input above. */
export function PaletteList({ items, option }: PaletteListProps) {
  const groups = [...new Set(items.map(({ group }) => group))];
  return (
    <Combobox.Options aria-label="Results">
      {groups.map((group) => (
        <Combobox.Group key={group} label={group} classNames={{ groupLabel: classes['group'] ?? '' }}>
          {items.map(
            (item, index) =>
              item.group === group && <PaletteLine key={item.id} item={item} {...option(index)} />,
          )}
        </Combobox.Group>
      ))}
    </Combobox.Options>
  );
}

function PaletteLine({ item, ...props }: { readonly item: PaletteItem }) {
  return (
    <Combobox.Option {...props} value={item.id} className={classes['line']}>
      <span className={classes['words']}>
        <span className={classes['name']} title={item.name}>
          <bdi>{item.name}</bdi>
        </span>
        {item.about && (
          <span className={classes['about']}>
            <bdi className={classes['clipped']} title={item.about.job}>
              {item.about.job}
            </bdi>
            <span>{item.about.date}</span>
          </span>
        )}
      </span>
      {item.detail && (
        <span className={classes['detail']} dir="auto">
          {item.detail}
        </span>
      )}
      {item.shortcut && <KeyNames keys={SHORTCUTS[item.shortcut].keys} />}
    </Combobox.Option>
  );
}
