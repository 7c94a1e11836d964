import { useQuery } from '@tanstack/react-query';
import type { HolidayPlace } from '../../shared/holidays.ts';
import { useWorkspace } from './workspace.ts';

/** The countries and regions whose public holidays Callboard knows. */
export function useHolidayCountries() {
  const { queries } = useWorkspace();
  return useQuery({
    ...queries.rules.holidayCountries(),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The next public holidays of a place; null if they can't be told. */
export function useNextHolidays(place: HolidayPlace) {
  const { queries } = useWorkspace();
  const from = new Date().toLocaleDateString('sv');
  return useQuery(queries.rules.nextHolidays({ place, from }));
}
