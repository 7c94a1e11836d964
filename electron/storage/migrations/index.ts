import { foundation } from './001-foundation.ts';
import { duplicates } from './002-duplicates.ts';
import { chosenTimesAndWaits } from './003-chosen-times-and-waits.ts';
import { tracked } from './004-tracked.ts';
import { imports } from './005-imports.ts';
import { library } from './006-library.ts';
import { rules } from './007-rules.ts';
import { notices } from './008-notices.ts';
import { erasures } from './009-erasures.ts';
import { proxySecrets } from './010-proxy-secrets.ts';
import { compact } from './011-compact.ts';
import { newlyAccepted } from './012-newly-accepted.ts';
import { daybook } from './013-daybook.ts';
import { workspaceWrittenOnce } from './014-workspace-written-once.ts';
import { hoursInForce } from './015-hours-in-force.ts';
import { mayHaveReached } from './016-may-have-reached.ts';
import { connectionReuse } from './017-connection-reuse.ts';
import { describedFields } from './018-described-fields.ts';
import type { Migration } from './migration.ts';

/** All migrations, in the order of their numbers. */
export const migrations: readonly Migration[] = [
  foundation,
  duplicates,
  chosenTimesAndWaits,
  tracked,
  imports,
  library,
  rules,
  notices,
  erasures,
  proxySecrets,
  compact,
  newlyAccepted,
  daybook,
  workspaceWrittenOnce,
  hoursInForce,
  mayHaveReached,
  connectionReuse,
  describedFields,
];
