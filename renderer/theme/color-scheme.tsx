import { useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import { useSettings } from '../api/settings.ts';

/** Applies the colour scheme from the settings; `auto` follows the system. */
export function ColorScheme() {
  const setting = useSettings().data?.colorScheme;
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  useEffect(() => {
    // Setting the current value again would recalculate every element's style twice.
    if (setting && setting !== colorScheme) setColorScheme(setting);
  }, [setting, colorScheme, setColorScheme]);
  return null;
}
