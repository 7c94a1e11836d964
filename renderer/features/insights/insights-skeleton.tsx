import { Skeleton } from '@mantine/core';
import classes from './figure-cards.module.css';
import page from './insights-page.module.css';

const CARDS = ['1', '2', '3', '4', '5', '6'];
const CHARTS = CARDS.slice(0, 4);

/** Placeholders until the first numbers arrive, in their size. */
export function FiguresSkeleton() {
  return (
    <div className={page['all']} aria-busy aria-label="Counting" role="status">
      <div className={classes['cards']} data-columns={6}>
        {CARDS.map((card) => (
          <Skeleton key={card} height={86} radius="md" />
        ))}
      </div>
      <Skeleton height={318} radius="md" />
    </div>
  );
}

export function ChartsSkeleton() {
  return CHARTS.map((chart) => <Skeleton key={chart} height={286} radius="md" />);
}
