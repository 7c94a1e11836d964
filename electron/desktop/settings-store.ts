import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import Store from 'electron-store';
import { type Settings, type SettingsChange, settings } from '../../shared/settings.ts';

/** The user's settings in one small file. A damaged file is put aside and said, never overwritten in silence. */
export class SettingsStore {
  private readonly store: Store<Record<string, unknown>>;
  /** Where a damaged settings file was put aside; undefined when all was well. */
  readonly putAside: string | undefined;

  constructor(folder: string) {
    const opened = openStore(folder);
    this.store = opened.store;
    this.putAside = opened.putAside;
  }

  /** Values that do not fit fall back to their defaults, one by one. */
  read(): Settings {
    const stored = this.store.store;
    const whole = settings.safeParse(stored);
    if (whole.success) return whole.data;
    const bad = new Set(whole.error.issues.map((issue) => String(issue.path[0])));
    return settings.parse(Object.fromEntries(Object.entries(stored).filter(([name]) => !bad.has(name))));
  }

  change(changes: SettingsChange): Settings {
    const changed = settings.parse({ ...this.read(), ...withoutUndefined(changes) });
    this.store.set(changed);
    return changed;
  }
}

function openStore(folder: string): { store: Store<Record<string, unknown>>; putAside: string | undefined } {
  const open = (): Store<Record<string, unknown>> =>
    new Store({ cwd: folder, name: 'settings', configFileMode: 0o600, clearInvalidConfig: false });
  try {
    return { store: open(), putAside: undefined };
  } catch (error) {
    const path = join(folder, 'settings.json');
    if (!existsSync(path)) throw error;
    const putAside = `${path}.damaged-${new Date().toISOString().replaceAll(':', '-').slice(0, 19)}`;
    renameSync(path, putAside);
    return { store: open(), putAside };
  }
}

function withoutUndefined(changes: SettingsChange): Record<string, unknown> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
