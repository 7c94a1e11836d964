import type { NotifiableEvent } from '../../shared/notifications.ts';
import type { Failure } from '../../shared/result.ts';
import type { Workspace } from '../../shared/workspace.ts';
import type { SessionOptions } from '../auth/session.ts';
import type { Network } from '../network/network.ts';
import type { RulesOverlay } from '../policy/rules-overlay.ts';
import type { Connectivity } from '../service/service-reachability.ts';
import type { Stores } from '../storage/stores/index.ts';
import type { HolidayCalendar } from '../submissions/calling-hours/holidays/holiday-calendar.ts';

/** What a workspace changes that the window shows. */
export type WorkspaceTopic = 'session' | 'reachability' | 'outbox' | 'requests';

/** Where an open workspace keeps its work. */
export type WorkspaceStores = Pick<
  Stores,
  'submissions' | 'serviceWaits' | 'connectionReuse' | 'rules' | 'requests' | 'pins' | 'library'
>;

/** What an open workspace needs from the rest of the app. */
export interface OpenWorkspaceOptions {
  readonly workspace: Workspace;
  readonly stores: WorkspaceStores;
  readonly secrets: SessionOptions['secrets'];
  readonly browser: SessionOptions['browser'];
  readonly tokenConnection: SessionOptions['connection'];
  readonly connectivity: Connectivity;
  /** Whether the window is visible; left out: always. */
  readonly isWindowShown?: (() => boolean) | undefined;
  readonly network: Network;
  /** Whether a number (E.164) is being put on the do-not-call list right now. */
  readonly isBeingListed: (phoneNumber: string) => boolean;
  /** The public holidays; left out: none are known. */
  readonly holidays?: HolidayCalendar | undefined;
  readonly settings: () => {
    readonly queuePaused: boolean;
    readonly queueConcurrency: number;
    readonly refreshesPerMinute: number;
    readonly undoSeconds: number;
    readonly duplicateDays: number;
  };
  /** Whether sending is held for now, whatever the settings say. Checked before every send. */
  readonly isHeld?: (() => boolean) | undefined;
  /** What the organisation's policy sets in the rules; read on every access. */
  readonly rulesOverlay: () => RulesOverlay;
  /** Why nothing may be submitted here now; undefined if it may. */
  readonly submitRefusal: () => Failure | undefined;
  readonly onChange: (topic: WorkspaceTopic, ids?: readonly string[]) => void;
  /** The sign-in came back from a browser. */
  readonly onReturned?: ((workspaceId: string, signedIn: boolean) => void) | undefined;
  /** Something happened on its own that a person may want to be notified of. */
  readonly onNotifiable?: ((events: readonly NotifiableEvent[]) => void) | undefined;
  readonly onTrouble: (error: unknown) => void;
}
