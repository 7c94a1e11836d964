import { Select } from '@mantine/core';
import { getCountries, getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/min/es6';
import { countryName } from '../../../shared/words/country-name.ts';
import classes from './rules-settings.module.css';
import { SettingRow } from './setting-row.tsx';
import formClasses from './settings-form.module.css';
import type { RulesForm } from './use-rules-form.ts';

const NONE = 'None';

/** Whose numbers the ones without a country code are. */
export function DefaultCountrySettings({ form: { typed, changeDefaultCountry } }: { form: RulesForm }) {
  return (
    <>
      <div className={formClasses['rows']}>
        <SettingRow
          name="Phone numbers without a country code"
          words="New request reads them as numbers of this country. Import starts from it and lets you choose another."
        >
          <Select
            aria-label="Default country"
            size="xs"
            w={200}
            data={countries()}
            value={typed.defaultCountry}
            onChange={(code) => changeDefaultCountry(code !== null && isSupportedCountry(code) ? code : null)}
            placeholder={NONE}
            clearable
            clearButtonProps={{ 'aria-label': 'No default country' }}
            searchable
            allowDeselect={false}
            maxDropdownHeight={260}
            nothingFoundMessage="No country found."
            comboboxProps={{ width: 280, position: 'bottom-end' }}
          />
        </SettingRow>
      </div>
      <p className={classes['note']}>
        Without one, every number needs its country code. A number that could also be of another country
        always does.
      </p>
    </>
  );
}

let options: readonly { readonly value: string; readonly label: string }[] | undefined;

/** Every country with its calling code, by name. */
export function countries() {
  options ??= getCountries()
    .map((code) => ({ value: code, label: `${countryName(code)} (+${getCountryCallingCode(code)})` }))
    .sort((a, b) => a.label.localeCompare(b.label));
  return [...options];
}
