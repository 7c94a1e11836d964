import { useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import { useSettings } from '../api/settings.ts';

/** Applies the colour scheme from the settings; `auto` follows the system. */
export function ColorScheme() {
  const wanted = useSettings().data?.colorScheme;
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  useEffect(() => {
    // Setting the current value again would recalculate every element's style twice.
    if (wanted && wanted !== colorScheme) setColorScheme(wanted);
  }, [wanted, colorScheme, setColorScheme]);
  return null;
}
