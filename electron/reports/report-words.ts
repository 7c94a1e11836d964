import type { RequestRow, Verdict } from '../../shared/request.ts';
import { REQUEST_STATUS } from '../../shared/service-interface.ts';
import { serviceTime } from '../../shared/service-time.ts';

/** Where and when a report is made: its dates and numbers are written for people there. */
export interface ReportSetting {
  /** UTC ms. */
  readonly now: number;
  readonly workspaceName: string;
  /** The system's where left out. */
  readonly locale?: string;
  /** The system's where left out. */
  readonly timeZone?: string;
}

/** How moments and numbers are written in one report. */
export class ReportWords {
  private readonly locale: string | undefined;
  private readonly timeZone: string | undefined;

  constructor({ locale, timeZone }: ReportSetting) {
    this.locale = locale;
    this.timeZone = timeZone;
  }

  /** Date, time and zone: a report is read elsewhere too. */
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

  /** A moment as the service wrote it; what cannot be read stays as it came. */
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
    return minutes === null ? '–' : `${this.number(minutes)} min`;
  }
}

/** What a person chose to say the assessment; else whether there is one, and nothing about it. */
export function headlineWords({ headline, hasResults }: Pick<RequestRow, 'headline' | 'hasResults'>): string {
  return headline ?? (hasResults ? 'Assessed' : '–');
}

export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  none: 'No verdict',
  no: 'No',
  maybe: 'Maybe',
  yes: 'Yes',
};

type Tone = 'good' | 'info' | 'wait' | 'bad' | '';

export const VERDICT_TONES: Readonly<Record<Verdict, Tone>> = {
  none: '',
  no: 'bad',
  maybe: 'wait',
  yes: 'good',
};

/** What a word of the service means to us; the list is open-ended (service-interface.md §3). */
export function statusTone(status: string): Tone {
  if (status === REQUEST_STATUS.completed) return 'good';
  return status === REQUEST_STATUS.pending ? 'info' : '';
}
