import { type ComponentProps, createElement } from 'react';

/** A part of a picture with a name that says its numbers; it takes the focus without being a control. */
export function Mark(props: ComponentProps<'div'>) {
  return createElement('div', { ...props, role: 'img' });
}

/** The marks of one picture under one name. */
export function MarkGroup(props: ComponentProps<'div'>) {
  return createElement('div', { ...props, role: 'group' });
}
