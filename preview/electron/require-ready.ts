import { appLife } from './app-life.ts';

/** Throws Electron's `message` before `ready`. */
export function requireReady(message: string): void {
  if (!appLife.isReady()) throw new Error(message);
}

/** Throws Electron's `message` after `ready`. */
export function requireNotReady(message: string): void {
  if (appLife.isReady()) throw new Error(message);
}
