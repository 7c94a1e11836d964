import { VisuallyHidden } from '@mantine/core';
import { useSecondsLeft } from './use-seconds-left.ts';

/** Counts down on screen (`4 s`); screen readers get only the initial number of seconds. */
export function Countdown({ until, from }: { until: number; from: number }) {
  const left = useSecondsLeft(until);
  return (
    <>
      <span aria-hidden style={{ fontVariantNumeric: 'tabular-nums' }}>
        {`${left} s`}
      </span>
      <VisuallyHidden>{`${from} seconds`}</VisuallyHidden>
    </>
  );
}
