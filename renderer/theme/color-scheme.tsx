import { useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import { useSettings } from '../api/settings.ts';

/** Follows the setting; `auto` follows the system. */
export function ColorScheme() {
  const wanted = useSettings().data?.colorScheme;
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  useEffect(() => {
    // Also setting what it is already has every element's style reckoned anew, twice.
    if (wanted && wanted !== colorScheme) setColorScheme(wanted);
  }, [wanted, colorScheme, setColorScheme]);
  return null;
}
