import { showErrorInShell } from '../../../api/query-client.ts';

/** Requests whose persons to hold. */
export interface RequestsToHold {
  readonly workspaceId: string;
  readonly requestIds: readonly string[];
}

/** Asks why these persons' data is kept, and holds them. The dialog loads on demand. */
export function openHold(about: RequestsToHold): void {
  import('./hold-dialog.tsx').then(({ showHold }) => showHold(about)).catch(showErrorInShell);
}
