/** What page and main say to each other over the preview's socket, one JSON text each. */

/** Values inside `args` and `value` are in the form of values.ts. */
export type FromPage =
  /** First word on every new socket, also after a reconnection. */
  | { kind: 'hello'; href: string }
  | { kind: 'loaded' }
  | { kind: 'location'; href: string }
  | { kind: 'state'; visible: boolean; focused: boolean }
  | { kind: 'invoke'; id: number; channel: string; args: unknown }
  | { kind: 'send'; channel: string; args: unknown }
  /** `window.open`, or a click on a link with a target. */
  | { kind: 'open'; href: string; frameName: string; features: string }
  /** A click on a link that leads away from the app. */
  | { kind: 'leave'; href: string };

export type ToPage =
  | { kind: 'result'; id: number; value: unknown }
  /** `message` is the thrown error as text, such as `TypeError: no`. */
  | { kind: 'failure'; id: number; message: string }
  | { kind: 'event'; channel: string; args: unknown }
  | { kind: 'go'; href: string };

/** Close code of a socket whose window the app closed: the page need not try again. */
export const WINDOW_CLOSED_CODE = 4001;

/** What the page must know of its process, as Electron's sandboxed preload sees it in `process`. */
export interface PageProcess {
  readonly platform: string;
  readonly arch: string;
  readonly versions: Readonly<Record<string, string | undefined>>;
  readonly argv: readonly string[];
}
