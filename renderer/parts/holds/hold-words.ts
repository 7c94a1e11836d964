import type { HeldBy } from '../../../shared/holds.ts';

/** What a hold keeps, without naming a person. */
export function heldAsWords({ kind, value, label }: Pick<HeldBy, 'kind' | 'value' | 'label'>): string {
  switch (kind) {
    case 'person':
      return 'The person';
    case 'job':
      return `The job description ${label ?? value}`;
    case 'tag':
      return `The tag ${value}`;
  }
}

export const KIND_WORDS = { person: 'Person', job: 'Job description', tag: 'Tag' } as const;
