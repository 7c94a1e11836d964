const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const STEPS = [
  { unit: 'day', ms: DAY },
  { unit: 'hour', ms: HOUR },
  { unit: 'minute', ms: MINUTE },
  { unit: 'second', ms: SECOND },
] as const;

/** Formats a duration in its largest unit, rounded: `3 minutes`, `2 days`, `less than a second`. */
export function formatDuration(ms: number): string {
  const step = STEPS.find((each) => ms >= each.ms);
  if (!step) return 'less than a second';
  return new Intl.NumberFormat(undefined, { style: 'unit', unit: step.unit, unitDisplay: 'long' }).format(
    Math.round(ms / step.ms),
  );
}
