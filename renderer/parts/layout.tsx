import { Stack, type StackProps, Text } from '@mantine/core';
import type { HTMLAttributes } from 'react';
import { formatNumber } from './format.ts';
import classes from './layout.module.css';

/** Secondary text: small and dimmed, in the line height of its surroundings. */
export const Dim = Text.withProps({ component: 'span', inherit: true, fz: 'xs', c: 'dimmed' });

/** The looks of tabs: of the list and of each, whether it switches a panel or chooses a view. */
export const TAB_LOOKS = {
  list: classes['tabs'] ?? '',
  tab: classes['tab'] ?? '',
  tabLabel: classes['tabLabel'] ?? '',
};

interface TabWordsProps {
  readonly name: string;
  /** How much it shows; undefined while unknown. */
  readonly count: number | undefined;
  /** Whether something in it needs a person. */
  readonly urgent?: boolean;
}

/** The name of a tab and its count. */
export function TabWords({ name, count, urgent = false }: TabWordsProps) {
  return (
    <>
      <span className={classes['tabName']} dir="auto">
        {name}
      </span>{' '}
      {count !== undefined && (
        <span className={classes['tabCount']} data-urgent={urgent || undefined}>
          {formatNumber(count)}
        </span>
      )}
    </>
  );
}

/** A paragraph of a form, a dialog or a card, without margins. */
export const Words = Text.withProps({ component: 'p', inherit: true, fz: 'sm' });

/** What belongs together, one below the other in a frame. */
export function Card(props: StackProps) {
  return <Stack gap={12} p={16} className={classes['card'] ?? ''} {...props} />;
}

interface PlainListProps extends HTMLAttributes<HTMLElement> {
  readonly component?: 'ul' | 'ol';
  /** In a frame, with a line between each two items. */
  readonly framed?: boolean;
}

/** A list without bullets. */
export function PlainList({ component: Component = 'ul', framed = false, ...props }: PlainListProps) {
  return <Component className={`${classes['list']} ${framed ? classes['framed'] : ''}`} {...props} />;
}

/** A list of short texts, such as the problems that a notice names. */
export function BulletList(props: HTMLAttributes<HTMLUListElement>) {
  return <ul className={classes['bullets']} {...props} />;
}

interface FramedProps extends HTMLAttributes<HTMLElement> {
  readonly component?: 'div' | 'dl' | 'section';
}

/** Rows in a frame, with a line between each two. */
export function Framed({ component: Component = 'div', ...props }: FramedProps) {
  return <Component className={classes['framed']} {...props} />;
}

interface FramedRowProps extends HTMLAttributes<HTMLElement> {
  readonly component?: 'div' | 'li';
}

/** A row of {@link Framed}, or an item of a framed list: what it says, and the controls at its end. */
export function FramedRow({ component: Component = 'div', className = '', ...props }: FramedRowProps) {
  return <Component className={`${classes['row']} ${className}`} {...props} />;
}

/** Fields side by side, or one below the other in a narrow window. */
export function Columns(props: HTMLAttributes<HTMLDivElement>) {
  return <div className={classes['columns']} {...props} />;
}
