import type { Hold } from '../../../shared/holds.ts';
import { parsePhoneNumber } from '../../../shared/phone-number.ts';
import { usePhoneFormat } from '../phone.tsx';

/** Its mark keeps the groups of a number behind a right-to-left name in order. */
const LEFT_TO_RIGHT = ', \u200e';

/** What a hold keeps, as its heading in a list: the person, the job description or the tag. */
export function useHoldSubject(hold: Pick<Hold, 'kind' | 'name' | 'phone' | 'value' | 'label'>): string {
  const format = usePhoneFormat();
  if (hold.kind !== 'person') return hold.label ?? hold.value;
  const phone = parsePhoneNumber(hold.phone).ok ? format(hold.phone) : hold.phone;
  const words = [hold.name, phone].filter((part) => part !== '').join(LEFT_TO_RIGHT);
  return words === '' ? 'A person who was erased' : words;
}
