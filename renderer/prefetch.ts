/**
 * Runs while the first screen's script is still being fetched and compiled, and so for nothing: the main process is asked
 * for what the screen will show, and the system's tables of numbers and dates are read, which takes the first who needs them
 * about as long as drawing the list.
 */
import './api/prefetched-queries.ts';
import './parts/text/count-of.ts';
import './parts/time/format-time.ts';
