import { Store } from '../../store.ts';

/** How the notes of one request stand. `unsaved` is on its way soon, `failed` stays until it is tried again. */
export type NoteState = 'saved' | 'unsaved' | 'saving' | 'failed';

export interface NoteSnapshot {
  readonly text: string;
  readonly state: NoteState;
  /** Why the last try did not work. */
  readonly error: unknown;
}

/** A pause in typing after which notes are stored, ms. */
const PAUSE_MS = 700;

/**
 * Keeps what is typed into one request's notes until it is stored: one save at a time, the newest text last. It lives
 * longer than the page, so that leaving quickly or a failed save never loses a word.
 */
export class NoteKeeper {
  readonly notes: Store<NoteSnapshot>;
  private readonly save: (text: string) => Promise<void>;
  private readonly pauseMs: number;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private saving: Promise<void> | undefined;

  constructor(stored: string, save: (text: string) => Promise<void>, pauseMs = PAUSE_MS) {
    this.notes = new Store<NoteSnapshot>({ text: stored, state: 'saved', error: null });
    this.save = save;
    this.pauseMs = pauseMs;
  }

  /** True while something here is stored nowhere else. */
  get isNeeded(): boolean {
    return this.notes.get().state !== 'saved' || this.notes.hasListeners;
  }

  /** What was typed; it is stored after a pause. */
  type(text: string): void {
    this.notes.set({ text, state: 'unsaved', error: null });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), this.pauseMs);
  }

  /** What the store holds now: taken over unless something is typed that it does not hold. */
  adopt(stored: string): void {
    const { state, text } = this.notes.get();
    if (state === 'saved' && stored !== text) {
      this.notes.set({ text: stored, state: 'saved', error: null });
    }
  }

  /** Stores what is not stored yet, at once. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    if (this.saving) await this.saving;
    const { state } = this.notes.get();
    if (state !== 'unsaved' && state !== 'failed') return;
    this.saving ??= this.saveNow().finally(() => {
      this.saving = undefined;
    });
    await this.saving;
  }

  private async saveNow(): Promise<void> {
    const { text } = this.notes.get();
    this.notes.set({ text, state: 'saving', error: null });
    try {
      await this.save(text);
      if (this.notes.get().text === text) this.notes.set({ text, state: 'saved', error: null });
    } catch (error) {
      // What was typed meanwhile is tried by itself soon; this text waits for a person.
      if (this.notes.get().text === text) this.notes.set({ text, state: 'failed', error });
    }
  }
}
