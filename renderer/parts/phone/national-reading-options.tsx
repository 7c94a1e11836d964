import { getCountries } from 'libphonenumber-js/min/es6';
import { countryName } from '../../../shared/words/country-name.ts';

/** A constant element, so that React never compares hundreds of options again. */
const COUNTRIES = (
  <optgroup label="They are from">
    {getCountries()
      .map((code) => ({ code, name: countryName(code) }))
      .sort((a, b) => a.name.localeCompare(b.name))
      .map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
  </optgroup>
);

/** The options of a select for how to read numbers without a country code: a country, `+`, or '' for not at all. */
export function NationalReadingOptions() {
  return (
    <>
      <option value="">Choose where they are from</option>
      <option value="+">Only the + in front is missing</option>
      {COUNTRIES}
    </>
  );
}
