import { Skeleton } from '@mantine/core';
import classes from './figure-cards.module.css';

const CARDS = ['1', '2', '3', '4', '5', '6'];

/** The page before its numbers. */
export function InsightsSkeleton() {
  return (
    <div aria-busy aria-label="Counting" role="status">
      <div className={classes['cards']} data-columns={6}>
        {CARDS.map((card) => (
          <Skeleton key={card} height={84} radius="md" />
        ))}
      </div>
      <Skeleton height={220} radius="md" mt={24} />
    </div>
  );
}
