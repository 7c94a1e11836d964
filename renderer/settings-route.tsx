import { SettingsPage } from './features/settings/settings-page.tsx';
import { ListReaderProvider, type ReadListFile } from './parts/do-not-call/list-reader.ts';

/** Settings with the import's reader, which the do-not-call list uses for files. */
export function SettingsRoute() {
  return (
    <ListReaderProvider value={readListFile}>
      <SettingsPage />
    </ListReaderProvider>
  );
}

const readListFile: ReadListFile = async (file, sheet) =>
  (await import('./features/import/read-list-file.ts')).readListFile(file, sheet);
