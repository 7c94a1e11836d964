/** What the work behind the window needs, and what the window and the system use of it. */

import type { ChangeNotice } from '../../shared/ipc/bridge.ts';
import type { Handlers } from '../../shared/ipc/contract.ts';
import type { NotifiableEvent } from '../../shared/notifications.ts';
import type { Logs } from '../desktop/logs.ts';
import type { MainWindow } from '../desktop/main-window.ts';
import type { SettingsStore } from '../desktop/settings-store.ts';
import type { WindowStateStore } from '../desktop/window-state-store.ts';
import type { Connectivity } from '../service/service-reachability.ts';
import type { Storage } from '../storage/storage.ts';

export interface AppWorkOptions {
  readonly version: string;
  readonly connectivity: Connectivity;
  readonly userData: string;
  /** The database's file name in it. */
  readonly database: string;
  readonly storage: Storage;
  readonly logs: Logs;
  readonly settings: SettingsStore;
  readonly window: MainWindow;
  readonly memory: WindowStateStore;
  /** Shows in the menu whether sending is paused. */
  readonly showPaused: (paused: boolean) => void;
  /** Started at login, without a window. */
  readonly startedHidden: boolean;
  /** Ends all work, as quitting does. */
  readonly endWork: () => Promise<void>;
}

/** The work behind the window, as the window and the system use it. */
export interface AppWork {
  readonly handlers: Handlers;
  /** Whether closing the window only hides it. */
  hidesWindow(): boolean | Promise<boolean>;
  /** How many submissions would stay waiting after quitting, if a person is to be asked. */
  waitingCount(): Promise<number>;
  /** Whether an update is being installed. */
  isInstalling(): boolean;
  /** Whether the data folder is gone and can't be written again, so that everything is only in memory. */
  isFolderGone(): boolean;
  setPaused(paused: boolean): void;
  /** The window got the focus. */
  windowFocused(): void;
  /** The window lost the focus, or is gone. */
  windowBlurred(): void;
  /** The window's page is gone, with what was typed in it. */
  pageEnded(): void;
  takeReturnAddress(address: string): boolean;
  /** Starts what no page waits for, once the first page is shown: the network and hourly jobs. */
  startDeferred(): Promise<void>;
  close(): Promise<void>;
}

/** Events of one stage that later stages listen to. */
export interface WorkEvents {
  /** Something that the window shows has changed. */
  change: [ChangeNotice];
  notifiable: [readonly NotifiableEvent[]];
  /** The computer woke from sleep. */
  resumed: [];
  /** Nothing holds back sending any more. */
  sendingReleased: [];
  /** Keys of hashed numbers can be read, or are needed no more. */
  numberKeys: [];
  /** The do-not-call list lets more or less be sent than before. */
  doNotCall: [];
}
