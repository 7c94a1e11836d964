/**
 * Runs while the browser is still fetching and compiling the first screen's script. It requests what that screen shows and
 * loads the ICU data for numbers and dates, which costs about as much as rendering the list.
 */
import './api/prefetched-queries.ts';
import './parts/format.ts';
