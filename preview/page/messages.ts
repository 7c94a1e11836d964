/** The messages between page and main over the preview's socket, each one JSON text. */

/** What the page asks one of the session's permission handlers, with Electron's name for the permission. */
export interface PermissionQuestion {
  handler: 'check' | 'request';
  permission: string;
  /** For `media`: what is to be captured. */
  mediaTypes?: ('audio' | 'video')[] | undefined;
}

/** `args` and `value` are encoded by values.ts. */
export type FromPage =
  /** First message on every new connection. */
  | { kind: 'hello'; href: string }
  | { kind: 'loaded' }
  | { kind: 'location'; href: string }
  | { kind: 'state'; visible: boolean; focused: boolean }
  | { kind: 'invoke'; id: number; channel: string; args: unknown }
  | { kind: 'send'; channel: string; args: unknown }
  /** `window.open`, or a click on a link with a target. */
  | { kind: 'open'; href: string; frameName: string; features: string }
  /** A click on a link that leads away from the app. */
  | { kind: 'leave'; href: string }
  | { kind: 'permission'; id: number; question: PermissionQuestion };

export type ToPage =
  | { kind: 'result'; id: number; value: unknown }
  /** `message` is the thrown error as text, such as `TypeError: no`. */
  | { kind: 'failure'; id: number; message: string }
  | { kind: 'event'; channel: string; args: unknown }
  | { kind: 'permission'; id: number; granted: boolean }
  | { kind: 'go'; href: string }
  | { kind: 'reload' };

/** Close code when the app closed the window, so the page must not reconnect. */
export const WINDOW_CLOSED_CODE = 4001;

/** The fields of `process` in Electron's sandboxed preload. */
export interface PageProcess {
  readonly platform: string;
  readonly arch: string;
  readonly versions: Readonly<Record<string, string | undefined>>;
  readonly argv: readonly string[];
}
