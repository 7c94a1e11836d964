import { Store } from '../../store.ts';

/** `unsaved` is saved after a pause, `failed` only on request. */
export type NotesState = 'saved' | 'unsaved' | 'saving' | 'failed';

interface NotesSnapshot {
  readonly text: string;
  readonly state: NotesState;
  /** Why the last save failed. */
  readonly error: unknown;
}

/** Notes are saved after this pause in typing, ms. */
const PAUSE_MS = 700;

/**
 * Saves one request's notes while they are typed: debounced, one save at a time, last write wins. It outlives the page,
 * so that leaving quickly or a failed save loses nothing.
 */
export class NotesAutosave {
  readonly notes: Store<NotesSnapshot>;
  private readonly save: (text: string) => Promise<unknown>;
  private readonly pauseMs: number;
  /** The text when this round of typing began; null between rounds. */
  private typedOver: string | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private saving: Promise<void> | undefined;

  constructor(stored: string, save: (text: string) => Promise<unknown>, pauseMs = PAUSE_MS) {
    this.notes = new Store<NotesSnapshot>({ text: stored, state: 'saved', error: null });
    this.save = save;
    this.pauseMs = pauseMs;
  }

  /** Whether it holds unsaved text or somebody listens to it. */
  get isNeeded(): boolean {
    return this.notes.get().state !== 'saved' || this.notes.hasListeners;
  }

  /** Takes the typed text and saves it after a pause. */
  edit(text: string): void {
    this.typedOver ??= this.notes.get().text;
    this.notes.set({ text, state: 'unsaved', error: null });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), this.pauseMs);
  }

  /** Takes the text from the database, but never over unsaved text. */
  adopt(stored: string): void {
    const { state, text } = this.notes.get();
    if (state === 'saved' && stored !== text) this.notes.set({ text: stored, state, error: null });
  }

  /** Saves unsaved text now. */
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

  /** Saves and ends a round of typing: the text before and after it; null if nothing changed or couldn't be saved. */
  async endTyping(): Promise<{ readonly before: string; readonly after: string } | null> {
    await this.flush();
    const { text: after, state } = this.notes.get();
    const before = this.typedOver;
    if (before === null || state !== 'saved') return null;
    this.typedOver = null;
    return before === after ? null : { before, after };
  }

  /** Puts back the text before a round of typing; throws if it can't be saved. False if the text has changed since. */
  async undo({ before, after }: { readonly before: string; readonly after: string }): Promise<boolean> {
    if (this.notes.get().text !== after) return false;
    this.edit(before);
    await this.flush();
    this.typedOver = null;
    const { state, error } = this.notes.get();
    if (state === 'failed') throw error;
    return true;
  }

  private async saveNow(): Promise<void> {
    const { text } = this.notes.get();
    // Text typed during the save stays `unsaved`; its own save follows.
    const settle = (state: NotesState, error: unknown) => {
      if (this.notes.get().text === text) this.notes.set({ text, state, error });
    };
    this.notes.set({ text, state: 'saving', error: null });
    try {
      await this.save(text);
      settle('saved', null);
    } catch (error) {
      settle('failed', error);
    }
  }
}
