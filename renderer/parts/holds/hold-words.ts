import type { HeldBy, Hold } from '../../../shared/holds.ts';

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

/** What a hold keeps, as its heading in the list. `phone`: as people read it. */
export function subjectWords(hold: Pick<Hold, 'kind' | 'name' | 'value' | 'label'>, phone: string): string {
  if (hold.kind !== 'person') return hold.label ?? hold.value;
  const words = [hold.name, phone].filter((part) => part !== '').join(', ');
  return words === '' ? 'A person who was erased' : words;
}

export const KIND_WORDS = { person: 'Person', job: 'Job description', tag: 'Tag' } as const;
