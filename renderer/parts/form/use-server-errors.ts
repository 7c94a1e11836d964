import type { FormErrors } from '@mantine/form';
import { useEffect } from 'react';
import { toApiError } from '../../api/api-error.ts';

/** Shows the field errors of a failed call in a form. */
export function useServerErrors(error: unknown, setErrors: (errors: FormErrors) => void): void {
  useEffect(() => {
    if (error) setErrors(toApiError(error).fields);
  }, [error, setErrors]);
}
