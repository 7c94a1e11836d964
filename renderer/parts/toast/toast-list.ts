import type { ReactNode } from 'react';

/** `problem`: something did not work, or not all of it; `busy`: it is under way. */
export type ToastTone = 'done' | 'problem' | 'busy';

/** What a toast says, and how long it stays. */
export interface Toast {
  readonly id: string;
  readonly title: ReactNode;
  readonly message?: ReactNode;
  /** Whose it is about: named where another workspace is on screen. */
  readonly workspaceId?: string | undefined;
  readonly tone: ToastTone;
  /** ms after which it goes by itself; false: it stays until it is replaced or dismissed. */
  readonly closesAfter: number | false;
}

/** More than so many at once would hide the page; the others wait for their turn. */
const MOST_SHOWN = 3;

/** The toasts of the window, the oldest first. */
export class ToastList {
  private all: readonly Toast[] = [];
  private onScreen: readonly Toast[] = [];
  private readonly listeners = new Set<() => void>();

  /** Those on screen: the same array for as long as they are the same. */
  readonly shown = (): readonly Toast[] => this.onScreen;

  /** Calls the listener when {@link shown} is another; returns the function that stops it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Puts a toast in the place of the one of its id, else after all others. */
  show(toast: Toast): void {
    const replaces = this.has(toast.id);
    this.set(replaces ? this.all.map((each) => (each.id === toast.id ? toast : each)) : [...this.all, toast]);
  }

  /** Takes a toast away. */
  hide(id: string): void {
    if (this.has(id)) this.set(this.all.filter((each) => each.id !== id));
  }

  /** Whether the toast of this id is on screen or waits to be. */
  has(id: string): boolean {
    return this.all.some((each) => each.id === id);
  }

  private set(all: readonly Toast[]): void {
    this.all = all;
    const onScreen = all.slice(0, MOST_SHOWN);
    const same =
      onScreen.length === this.onScreen.length && onScreen.every((each, at) => each === this.onScreen[at]);
    if (same) return;
    this.onScreen = onScreen;
    for (const listener of this.listeners) listener();
  }
}
