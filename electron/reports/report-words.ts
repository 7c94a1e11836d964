import { formatMinutes } from '../../shared/format-minutes.ts';
import type { RequestRow, Verdict } from '../../shared/request.ts';
import { serviceTime } from '../../shared/service-time.ts';
import { COVERED_WORDS } from '../../shared/words/covered-words.ts';
import { fullOutcomeWords, OUTCOME_TONES } from '../../shared/words/outcome-words.ts';
import { type Html, html } from './report-page.ts';

/** When and where a report is made; `locale` and `timeZone` format its dates and numbers. */
export interface ReportSetting {
  /** UTC ms. */
  readonly now: number;
  readonly workspaceName: string;
  /** Default: the system's. */
  readonly locale?: string;
  /** Default: the system's. */
  readonly timeZone?: string;
}

/** Formats times and numbers in one report. */
export class ReportWords {
  private readonly locale: string | undefined;
  private readonly timeZone: string | undefined;

  constructor({ locale, timeZone }: ReportSetting) {
    this.locale = locale;
    this.timeZone = timeZone;
  }

  /** Date, time and time zone, because a report may be read elsewhere. */
  moment(at: number): string {
    return new Intl.DateTimeFormat(this.locale, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
      timeZone: this.timeZone,
    }).format(at);
  }

  day(at: number, timeZone = this.timeZone): string {
    return new Intl.DateTimeFormat(this.locale, { dateStyle: 'medium', timeZone }).format(at);
  }

  /** A time written by the service, formatted; unchanged if it can't be parsed. */
  isoMoment(text: string | null): string {
    if (text === null) return '–';
    const at = serviceTime(text);
    return Number.isNaN(at) ? text : this.moment(at);
  }

  number(value: number): string {
    return new Intl.NumberFormat(this.locale, { maximumFractionDigits: 4 }).format(value);
  }

  duration(ms: number): string {
    const seconds = Math.round(ms / 1000);
    return seconds < 60 ? `${this.number(seconds)} s` : this.minutes(Math.round(seconds / 6) / 10);
  }

  minutes(minutes: number | null): string {
    return minutes === null ? '–' : formatMinutes(minutes);
  }
}

/** The headline that a person defined. */
export function headlineWords({ headline, covered }: Pick<RequestRow, 'headline' | 'covered'>): string {
  return headline ?? (!covered ? '–' : COVERED_WORDS);
}

type Tone = 'good' | 'info' | 'wait' | 'bad' | '';

export const VERDICT_TONES: Readonly<Record<Verdict, Tone>> = {
  none: '',
  no: 'bad',
  maybe: 'wait',
  yes: 'good',
};

/** What became of a candidate, as a badge. */
export function outcomeHtml(request: Pick<RequestRow, 'outcome' | 'tries' | 'status'>): Html {
  const tone = OUTCOME_TONES[request.outcome];
  return html`<span class="badge ${tone === 'calm' ? '' : tone}" dir="auto">${fullOutcomeWords(request)}</span>`;
}
