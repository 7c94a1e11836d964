import type {
  DatabaseCheck,
  DatabaseHealth,
  HealthReport,
  HealthState,
} from '../../../../shared/diagnostics.ts';

/** The state of the database, by its check and by damage found since the start. */
export function stateOfCheck(
  check: Extract<DatabaseCheck, { phase: 'ended' }>,
  { damaged }: DatabaseHealth,
): HealthState {
  if (damaged) return 'problem';
  switch (check.ended) {
    case 'sound':
      return 'ok';
    case 'damaged':
      return check.problems.some(({ kind }) => kind === 'damage') ? 'problem' : 'look';
    case 'cancelled':
    case 'failed':
      return 'look';
  }
}

/** The states of all checks known so far. */
export function statesOf(report: HealthReport, check: DatabaseCheck | undefined): readonly HealthState[] {
  const { database, space, keyStore, pageSandbox, log, crashDumps, putAside } = report;
  return [
    check?.phase === 'ended' ? stateOfCheck(check, database) : database.damaged ? 'problem' : 'ok',
    database.damaged ? 'ok' : database.state,
    space.state,
    keyStore.state,
    pageSandbox.state,
    log.state,
    crashDumps.state,
    putAside.state,
  ];
}

/** A summary in one sentence. */
export function verdictOf(states: readonly HealthState[]): string {
  const problems = states.filter((state) => state === 'problem').length;
  const looks = states.filter((state) => state === 'look').length;
  const worth = looks === 1 ? '1 item needs attention.' : `${looks} items need attention.`;
  if (problems === 0) return looks === 0 ? 'Everything is OK.' : worth;
  const wrong = problems === 1 ? '1 problem found.' : `${problems} problems found.`;
  return looks === 0 ? wrong : `${wrong} ${worth}`;
}
