import { SHORTCUTS } from '../../parts/shortcuts/catalogue.ts';
import { KeyNames } from '../../parts/shortcuts/key-names.tsx';
import classes from './palette.module.css';
import type { PaletteItem } from './use-palette-items.ts';

interface PaletteListProps {
  readonly id: string;
  /** Those of a group stand together. */
  readonly items: readonly PaletteItem[];
  readonly active: number;
  readonly optionId: (index: number) => string;
  readonly onActive: (index: number) => void;
  readonly onChoose: (item: PaletteItem) => void;
}

/** The lines of the palette in their groups. The keyboard stays in the field above. */
export function PaletteList({ id, items, ...lines }: PaletteListProps) {
  const groups = [...new Set(items.map(({ group }) => group))];
  const first = (group: string) => items.findIndex((item) => item.group === group);
  return (
    <div role="listbox" id={id} aria-label="Results" className={classes['list']}>
      {groups.map((group) => (
        <PaletteGroup
          key={group}
          name={group}
          items={items.filter((item) => item.group === group)}
          first={first(group)}
          {...lines}
        />
      ))}
    </div>
  );
}

interface PaletteGroupProps extends Omit<PaletteListProps, 'id'> {
  readonly name: string;
  /** The place of its first line among all. */
  readonly first: number;
}

function PaletteGroup({ name, items, first, active, optionId, onActive, onChoose }: PaletteGroupProps) {
  const heading = `${optionId(first)}-group`;
  return (
    <fieldset aria-labelledby={heading} className={classes['lines']}>
      <div id={heading} className={classes['group']}>
        {name}
      </div>
      {items.map((item, at) => (
        <PaletteLine
          key={item.id}
          id={optionId(first + at)}
          item={item}
          active={first + at === active}
          onActive={() => onActive(first + at)}
          onChoose={() => onChoose(item)}
        />
      ))}
    </fieldset>
  );
}

interface PaletteLineProps {
  readonly id: string;
  readonly item: PaletteItem;
  readonly active: boolean;
  readonly onActive: () => void;
  readonly onChoose: () => void;
}

function PaletteLine({ id, item, active, onActive, onChoose }: PaletteLineProps) {
  return (
    <div
      role="option"
      id={id}
      aria-selected={active}
      tabIndex={-1}
      className={classes['line']}
      // The focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={active ? undefined : onActive}
      onClick={onChoose}
      onKeyDown={undefined}
    >
      <span className={classes['name']} dir="auto" title={item.name}>
        {item.name}
      </span>
      {item.detail && (
        <span className={classes['detail']} dir="auto">
          {item.detail}
        </span>
      )}
      {item.shortcut && <KeyNames keys={SHORTCUTS[item.shortcut].keys} />}
    </div>
  );
}
