import { type ComponentProps, createElement } from 'react';

/** A bar or column whose accessible name gives its numbers; focusable, but not a control. */
export function Mark(props: ComponentProps<'div'>) {
  return createElement('div', { ...props, role: 'img' });
}

/** The named group of a chart's marks. */
export function MarkGroup(props: ComponentProps<'div'>) {
  return createElement('div', { ...props, role: 'group' });
}
