import { useQuery } from '@tanstack/react-query';
import { type HolidayPlace, placeKey } from '../../shared/holidays.ts';
import { useWorkspace } from './workspace.ts';

/** The countries and regions whose public holidays Callboard knows. */
export function useHolidayCountries() {
  const { api, keys } = useWorkspace();
  return useQuery({
    queryKey: [...keys.rules, 'holiday countries'],
    queryFn: () => api.rules.holidayCountries(),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The next public holidays of a place; null if they can't be told. */
export function useNextHolidays(place: HolidayPlace) {
  const { api, keys } = useWorkspace();
  const from = new Date().toLocaleDateString('sv');
  return useQuery({
    queryKey: [...keys.rules, 'holidays', placeKey(place), from],
    queryFn: () => api.rules.nextHolidays({ place, from }),
  });
}
