import type { UpdateState } from '../../updates.ts';
import { call, nothing } from '../call.ts';

/** Newer versions of Callboard itself. Each change of the state is told as the topic `updates`. */
export const updates = {
  state: call(nothing).answers<UpdateState>(),
  /** Looks now; error `updates_off`. What could not be found out is a step of the state, not an error. */
  check: call(nothing).answers<UpdateState>(),
  /** Begins to fetch what was found; error `updates_off`. */
  download: call(nothing).answers<UpdateState>(),
  /** Restarts into what is ready; errors `sending_now`, `importing_now` and `no_update` change nothing. */
  restart: call(nothing).answers<null>(),
};
