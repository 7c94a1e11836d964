import { appLife } from './app-life.ts';

/** Throws Electron's `message` before `ready`. */
export function requireReady(message: string): void {
  if (!appLife.isReady()) throw new Error(message);
}

/** Throws as Electron's `session.fromPartition` does before `ready`, and all that uses it. */
export function requireReadyForSession(): void {
  if (!appLife.isReady()) throw new TypeError('Session can only be received when app is ready');
}

/** Throws Electron's `message` after `ready`. */
export function requireNotReady(message: string): void {
  if (appLife.isReady()) throw new Error(message);
}
