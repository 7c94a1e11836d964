import { useEffect, useRef } from 'react';
import { Store } from '../../store.ts';
import type { ShortcutId } from './catalogue.ts';

/** A command offered in the palette and by its shortcut. */
export interface Action {
  /** Stable, because the palette remembers recently used actions. */
  readonly id: string;
  readonly name: string;
  /** Its heading in the palette. */
  readonly group: string;
  /** Further search terms. */
  readonly keywords?: string;
  readonly shortcut?: ShortcutId;
  readonly run: () => void;
}

/** The actions registered by one component. */
interface Source {
  readonly actions: { current: readonly Action[] };
  /** Whether they are global; a page's actions come first. */
  readonly everywhere: boolean;
}

const sources = new Store<readonly Source[]>([]);

/** Registers actions while the component is mounted. They may change on every render. */
export function useActions(actions: readonly Action[], { everywhere = false } = {}): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const source = { actions: latest, everywhere };
    sources.set([source, ...sources.get()]);
    return () => sources.set(sources.get().filter((other) => other !== source));
  }, [everywhere]);
}

/** All registered actions: those of pages before global ones, most recently mounted first. */
export function availableActions(): readonly Action[] {
  return sources
    .get()
    .toSorted((one, other) => Number(one.everywhere) - Number(other.everywhere))
    .flatMap(({ actions }) => actions.current);
}

/** Runs a shortcut's action; false if none is registered. */
export function runShortcut(id: ShortcutId): boolean {
  const action = availableActions().find(({ shortcut }) => shortcut === id);
  action?.run();
  return action !== undefined;
}
