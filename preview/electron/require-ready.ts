import { appLife } from './app-life.ts';

/** Throws `message`, Electron's own, where Electron allows something only after `ready`. */
export function requireReady(message: string): void {
  if (!appLife.isReady()) throw new Error(message);
}

/** Throws `message` where Electron allows something only before `ready`. */
export function requireNotReady(message: string): void {
  if (appLife.isReady()) throw new Error(message);
}
