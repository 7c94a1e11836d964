import { useEffect, useRef } from 'react';
import { Store } from '../../store.ts';
import type { ShortcutId } from './catalogue.ts';

/** Something that can be done now, from the palette or by its shortcut. */
export interface Action {
  /** Stays the same over time: the palette remembers what was used last. */
  readonly id: string;
  readonly name: string;
  /** What the palette lists it under. */
  readonly group: string;
  /** Further words it is found by. */
  readonly keywords?: string;
  readonly shortcut?: ShortcutId;
  readonly run: () => void;
}

/** A part of the window with its present actions. */
interface Source {
  readonly actions: { current: readonly Action[] };
  /** Those of the page come before what can be done everywhere. */
  readonly everywhere: boolean;
}

const sources = new Store<readonly Source[]>([]);

/** Offers actions while the component is there. They may be other ones at each drawing. */
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

/** All actions of now: those of the page first, of what was opened last before others. */
export function availableActions(): readonly Action[] {
  return sources
    .get()
    .toSorted((one, other) => Number(one.everywhere) - Number(other.everywhere))
    .flatMap(({ actions }) => actions.current);
}

/** Carries out the action of a shortcut; false where nobody offers it now. */
export function runShortcut(id: ShortcutId): boolean {
  const action = availableActions().find(({ shortcut }) => shortcut === id);
  action?.run();
  return action !== undefined;
}
