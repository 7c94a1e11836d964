import type { UpdateState } from '../../updates.ts';
import { call, nothing } from '../call.ts';

/** Updates of Callboard itself. A notice with topic `updates` follows each change of the state. */
export const updates = {
  state: call(nothing).answers<UpdateState>(),
  /** Checks now; error `updates_off`. A failed check is a step of the state, not an error. */
  check: call(nothing).answers<UpdateState>(),
  /** Starts the download; error `updates_off`. */
  download: call(nothing).answers<UpdateState>(),
  /** Restarts into the downloaded update. Errors: `sending_now`, `importing_now`, `no_update`. */
  restart: call(nothing).answers<null>(),
};
