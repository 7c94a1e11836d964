import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withoutUnpinned } from '../../shared/grid-layout.ts';
import { readSettings, type Settings, type SettingsChange } from '../../shared/settings.ts';
import { NOTHING_FIXED, type SettingsOverlay, withChanges, withOverlay } from '../policy/policy-settings.ts';
import type { ColumnLayouts } from '../privacy/ports.ts';
import { putAside } from '../privacy/private-folder.ts';
import { writeFileAtomic } from './partial-files.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The settings file: one JSON object. Read once, since only this process writes it; a damaged file is put aside. Unknown
 * fields are kept for the version that knows them.
 */
class SettingsFile {
  private readonly path: string;
  private fields: Fields;
  /** Where a damaged file was put aside; undefined if it wasn't damaged. */
  readonly putAside: string | undefined;

  constructor(folder: string) {
    this.path = join(folder, 'settings.json');
    const read = readFields(this.path);
    this.fields = read ?? {};
    this.putAside = read ? undefined : putAside(this.path, new Date());
  }

  get(): Fields {
    return this.fields;
  }

  /** Merges and flushes to disk. Throws if the file can't be written, with nothing changed. */
  set(changes: Fields): void {
    const fields = { ...this.fields, ...changes };
    writeFileAtomic(this.path, JSON.stringify(fields, undefined, '\t'));
    this.fields = fields;
  }
}

/** Undefined for a file that exists but can't be read or is not a JSON object. */
function readFields(path: string): Fields | undefined {
  if (!existsSync(path)) return {};
  try {
    const parsed: unknown = JSON.parse(readFileSync(path, 'utf8'));
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
    return isObject ? Object.fromEntries(Object.entries(parsed)) : undefined;
  } catch {
    return undefined;
  }
}

/** `changes`: the fields somebody changed; empty when only the policy's overlay did. */
type SettingsListener = (settings: Settings, changes: SettingsChange) => void;

/**
 * The user's settings, under the policy's overlay. Cached in memory, because the queue reads them before every send.
 */
export class SettingsStore {
  private readonly file: SettingsFile;
  private stored: Settings;
  private cached: { readonly overlay: SettingsOverlay; readonly settings: Settings } | undefined;
  private overlay: () => SettingsOverlay = () => NOTHING_FIXED;
  private readonly listeners: SettingsListener[] = [];

  constructor(folder: string) {
    this.file = new SettingsFile(folder);
    this.stored = readSettings(this.file.get());
  }

  /** Where a damaged settings file was put aside; undefined if it wasn't damaged. */
  get putAside(): string | undefined {
    return this.file.putAside;
  }

  /** The effective settings: the stored ones, overridden by the organisation's policy. */
  read(): Settings {
    const overlay = this.overlay();
    if (this.cached?.overlay !== overlay)
      this.cached = { overlay, settings: withOverlay(this.stored, overlay) };
    return this.cached.settings;
  }

  /** Returns the new effective settings. Throws a CodedError `setting_set_by_organisation`, with nothing changed. */
  change(changes: SettingsChange): Settings {
    const stored = withChanges(this.stored, changes, this.overlay());
    this.file.set(stored);
    this.stored = stored;
    this.cached = undefined;
    return this.notify(changes);
  }

  /** Writes the settings again after their file was deleted. */
  rewriteFile(): void {
    this.file.set(this.stored);
  }

  /** Calls `listener` with the effective settings whenever they may have changed. */
  onChange(listener: SettingsListener): void {
    this.listeners.push(listener);
  }

  /** Sets the overlay, which is read again on every access. */
  setOverlay(overlay: () => SettingsOverlay): void {
    this.overlay = overlay;
    this.overlayChanged();
  }

  overlayChanged(): void {
    this.notify({});
  }

  private notify(changes: SettingsChange): Settings {
    const now = this.read();
    for (const listener of this.listeners) listener(now, changes);
    return now;
  }
}

export function columnLayouts(settings: Pick<SettingsStore, 'read' | 'change'>): ColumnLayouts {
  return {
    keepOnly: (pinned) => {
      const before = settings.read().gridLayouts;
      const gridLayouts = Object.fromEntries(
        Object.entries(before)
          .filter(([workspaceId]) => Object.hasOwn(pinned, workspaceId))
          .map(([workspaceId, layout]) => [workspaceId, withoutUnpinned(layout, pinned[workspaceId] ?? [])]),
      );
      if (JSON.stringify(gridLayouts) !== JSON.stringify(before)) settings.change({ gridLayouts });
    },
  };
}
