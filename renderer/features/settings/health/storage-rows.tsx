import type {
  DatabaseHealth,
  KeyStoreHealth,
  SandboxHealth,
  SpaceHealth,
} from '../../../../shared/diagnostics.ts';
import type { SecretKeeping } from '../../../../shared/key-store.ts';
import { formatBytes } from '../../../parts/text/format-bytes.ts';
import { CheckRow } from '../check-row.tsx';

export function DatabaseSizeRow({ health: { bytes, walBytes, damaged, state } }: { health: DatabaseHealth }) {
  // The other row reports damage.
  const large = !damaged && state !== 'ok';
  return (
    <CheckRow
      name="Database size"
      state={large ? state : 'ok'}
      words={`${formatBytes(bytes)}, and ${formatBytes(walBytes)} in its journal.`}
      next={large && 'The journal is large. Restart Callboard to shrink it.'}
    />
  );
}

export function SpaceRow({ health: { state, freeBytes, totalBytes } }: { health: SpaceHealth }) {
  if (freeBytes === null || totalBytes === null) {
    return <CheckRow name="Free space" state={state} words="The system doesn’t report it." />;
  }
  return (
    <CheckRow
      name="Free space"
      state={state}
      words={`${formatBytes(freeBytes)} free of ${formatBytes(totalBytes)}.`}
      next={
        state === 'problem'
          ? 'Free some space now: Callboard only sends what it can store first.'
          : state === 'look' && 'Free some space soon: Callboard only sends what it can store first.'
      }
    />
  );
}

export function KeyStoreRow({ health: { state, keeping } }: { health: KeyStoreHealth }) {
  const { words, next } = KEY_STORE[keeping];
  return <CheckRow name="Key store" state={state} words={words} next={next} />;
}

const NO_KEYRING =
  'On Linux, install and unlock a keyring such as GNOME Keyring or KWallet; elsewhere, allow access to the key store. Then start Callboard again.';

const KEY_STORE: Record<SecretKeeping, { words: string; next?: string }> = {
  sealed: { words: 'Your sign-in is encrypted by this computer’s key store.' },
  weak: {
    words: 'Callboard found no key store. Your sign-in is stored with weaker protection, as you chose.',
    next: NO_KEYRING,
  },
  memory: {
    words: 'Callboard can’t use a key store. Your sign-in is forgotten when Callboard quits.',
    next: NO_KEYRING,
  },
  waiting: {
    words: 'The key store has not answered yet. A new sign-in is kept in memory until it does.',
    next: 'If it asks for its password, enter it.',
  },
};

/** Says that the system's sandbox is off; absent while it is on. */
export function SandboxRow({ health: { state, off } }: { health: SandboxHealth }) {
  if (!off) return null;
  return (
    <CheckRow
      name="Sandbox"
      state={state}
      words="Callboard runs without the system’s sandbox, its second line of defence if a page is attacked."
      next="An AppImage starts like this where the system lets it use no user namespaces: install the deb, rpm or Flatpak package instead. Otherwise, start Callboard without --no-sandbox."
    />
  );
}
