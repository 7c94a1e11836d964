import { MultiSelect } from '@mantine/core';
import { isSupportedCountry } from 'libphonenumber-js/min/es6';
import { countries } from './default-country-settings.tsx';
import classes from './rules-settings.module.css';
import formClasses from './settings-form.module.css';
import type { RulesForm } from './use-rules-form.ts';

/** Whose numbers may be called. */
export function AllowedCountriesSettings({
  form: { typed, changeAllowedCountries, fixed },
}: {
  form: RulesForm;
}) {
  const { allowedCountries } = typed;
  return (
    <>
      <div className={formClasses['rows']}>
        <div className={classes['field']}>
          <MultiSelect
            label="Countries that may be called"
            description="Numbers of other countries, and those that don’t tell their country, are refused. What already waits for them is held."
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            size="xs"
            data={countries()}
            value={[...allowedCountries]}
            // Called with one argument: a second one would be taken for the library's own data.
            onChange={(codes) => changeAllowedCountries(codes.filter((code) => isSupportedCountry(code)))}
            placeholder={allowedCountries.length === 0 ? 'All countries' : ''}
            clearable
            disabled={fixed.includes('allowedCountries')}
            clearButtonProps={{ 'aria-label': 'Allow all countries' }}
            searchable
            maxDropdownHeight={260}
            nothingFoundMessage="No country found."
          />
        </div>
      </div>
      <p className={classes['note']}>
        Callboard goes by the number alone. It can’t know where the candidate is, and this is no legal advice.
      </p>
    </>
  );
}
