import { readSettings, type Settings, type SettingsChange } from '../../shared/settings.ts';
import { changed, NOTHING_FIXED, overlaid, type SettingsOverlay } from '../policy/settings-overlay.ts';
import { SettingsFile } from './settings-file.ts';

/** `changes`: what was changed by name. */
export type SettingsListener = (settings: Settings, changes: SettingsChange) => void;

/**
 * The user's settings in one small file. A damaged file is put aside and said, never overwritten in silence. The file is
 * read once: settings are asked for before every send, and this process alone changes them.
 */
export class SettingsStore {
  private readonly file: SettingsFile;
  private stored: Settings;
  private held: { readonly overlay: SettingsOverlay; readonly settings: Settings } | undefined;
  private overlay: () => SettingsOverlay = () => NOTHING_FIXED;
  private readonly listeners: SettingsListener[] = [];

  constructor(folder: string) {
    this.file = new SettingsFile(folder);
    this.stored = readSettings(this.file.get());
  }

  /** Where a damaged settings file was put aside; undefined when all was well. */
  get putAside(): string | undefined {
    return this.file.putAside;
  }

  /** The settings as they hold: what is stored, under what the organisation sets. */
  read(): Settings {
    const overlay = this.overlay();
    if (this.held?.overlay !== overlay) this.held = { overlay, settings: overlaid(this.stored, overlay) };
    return this.held.settings;
  }

  /** Answers the settings as they hold then. Throws a CodedError `setting_set_by_organisation`; nothing is changed then. */
  change(changes: SettingsChange): Settings {
    const stored = changed(this.stored, changes, this.overlay());
    this.file.set(stored);
    this.stored = stored;
    this.held = undefined;
    return this.tell(changes);
  }

  /** Writes them as they are: their file was taken away. */
  rewriteDatabase(): void {
    this.file.set(this.stored);
  }

  /** Calls `listener` with the settings as they hold, whenever they may hold differently. */
  onChange(listener: SettingsListener): void {
    this.listeners.push(listener);
  }

  /** From here on `overlay` lies over what is stored: it is asked whenever settings are read or changed. */
  overlayBy(overlay: () => SettingsOverlay): void {
    this.overlay = overlay;
    this.overlayChanged();
  }

  /** What lies over the settings is another: they may hold differently, though nobody changed them. */
  overlayChanged(): void {
    this.tell({});
  }

  private tell(changes: SettingsChange): Settings {
    const now = this.read();
    for (const listener of this.listeners) listener(now, changes);
    return now;
  }
}
