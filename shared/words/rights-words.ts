import type { RightsKind, RightsState, RightsWay } from '../rights.ts';

/** What a candidate asked for. */
export const RIGHTS_KIND_WORDS: Readonly<Record<RightsKind, string>> = {
  access: 'What is held',
  erasure: 'Erasure',
  correction: 'Correction',
  objection: 'Don’t call',
  explanation: 'Why it was decided',
};

/** How the request came. */
export const RIGHTS_WAY_WORDS: Readonly<Record<RightsWay, string>> = {
  email: 'E-mail',
  letter: 'Letter',
  phone: 'Phone',
  in_person: 'In person',
  form: 'Web form',
  other: 'Another way',
};

export const RIGHTS_STATE_WORDS: Readonly<Record<RightsState, string>> = {
  open: 'Open',
  done: 'Done',
  refused: 'Refused',
};
