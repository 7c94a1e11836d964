import { VisuallyHidden } from '@mantine/core';
import { useSecondsLeft } from './use-seconds-left.ts';

/** `4 s`, counting down on screen; a screen reader hears the seconds there were at first, once. */
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
