import { useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import { useSettings } from '../api/settings.ts';

/** Follows the setting; `auto` follows the system. */
export function ColorScheme() {
  const wanted = useSettings().data?.colorScheme;
  const { setColorScheme } = useMantineColorScheme();
  useEffect(() => {
    if (wanted) setColorScheme(wanted);
  }, [wanted, setColorScheme]);
  return null;
}
