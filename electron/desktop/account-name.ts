import { userInfo } from 'node:os';

/** The person's account on this computer; empty if the system knows none, as in some containers. */
export function accountName(): string {
  try {
    return userInfo().username;
  } catch (error) {
    // The only documented error: there is no user name (nodejs.org/api/os.html#osuserinfooptions).
    if (error instanceof Error && 'code' in error) return '';
    throw error;
  }
}
