import { Text } from '@mantine/core';

/** Secondary text: small and dimmed, in the line height of its surroundings. */
export const Dim = Text.withProps({ component: 'span', inherit: true, fz: 'xs', c: 'dimmed' });

/** A paragraph of a form, a dialog or a card, without margins. */
export const Words = Text.withProps({ component: 'p', inherit: true, fz: 'sm' });
