import { parsePhoneNumberFromString } from 'libphonenumber-js/max/es6';
import { type Failure, fail } from '../../shared/result.ts';
import type { Submission } from '../../shared/submission.ts';
import type { WorkspaceRules } from '../../shared/workspace-rules.ts';
import type { SubmissionStore } from './ports.ts';
import type { TransitionWriter } from './transition-writer.ts';

type Allowed = WorkspaceRules['allowedCountries'];

const COUNTRY_NOT_ALLOWED = 'country_not_allowed';

export interface CountryGateOptions {
  readonly workspaceId: string;
  readonly store: SubmissionStore;
  readonly transitions: TransitionWriter;
  readonly rules: () => Promise<WorkspaceRules>;
}

/** Holds submissions to numbers of countries that may not be called, until the rules allow them. */
export class CountryGate {
  private readonly options: CountryGateOptions;
  private allowed: Allowed = [];

  constructor(options: CountryGateOptions) {
    this.options = options;
  }

  /** Those of the due submissions that may be sent; the others are stored as held. */
  async passing(due: readonly Submission[]): Promise<readonly Submission[]> {
    await this.readRules();
    const refused = due.filter((each) => !this.mayCall(each));
    await this.options.transitions.applyToAll(refused, { type: 'rule_broken', code: COUNTRY_NOT_ALLOWED });
    return due.filter((each) => this.mayCall(each));
  }

  /** Goes by these rules from now on, until it reads them again. */
  goBy({ allowedCountries }: Pick<WorkspaceRules, 'allowedCountries'>): void {
    this.allowed = allowedCountries;
  }

  /** Whether the number may be called, by the rules as last read. */
  mayCall({ phoneNumber }: Pick<Submission, 'phoneNumber'>): boolean {
    return isAllowed(this.allowed, phoneNumber);
  }

  /** Holds what waits and may no longer be sent, and returns to the queue what may again. */
  async rulesChanged(): Promise<void> {
    await this.readRules();
    const { store, workspaceId, transitions } = this.options;
    const queued = await store.inStates(workspaceId, ['queued']);
    const refused = queued.filter((each) => !this.mayCall(each));
    await transitions.applyToAll(refused, { type: 'rule_broken', code: COUNTRY_NOT_ALLOWED });
    const held = await store.inStates(workspaceId, ['held']);
    const released = held.filter((each) => each.problem?.code === COUNTRY_NOT_ALLOWED && this.mayCall(each));
    await transitions.applyToAll(released, { type: 'resumed', by: 'rules' });
  }

  private async readRules(): Promise<void> {
    this.goBy(await this.options.rules());
  }
}

/** Why these may not be submitted or sent; undefined if they may. */
export function countryProblem(
  { allowedCountries }: WorkspaceRules,
  submitted: readonly Pick<Submission, 'phoneNumber' | 'candidateName'>[],
): Failure | undefined {
  const refused = submitted.find(({ phoneNumber }) => !isAllowed(allowedCountries, phoneNumber));
  if (!refused) return undefined;
  const { candidateName, phoneNumber } = refused;
  return fail(COUNTRY_NOT_ALLOWED, { candidateName, country: countryOf(phoneNumber) ?? null });
}

/** The country that may not be called, or null if the number doesn't tell; undefined if this number may be called. */
export function refusedCountry(
  { allowedCountries }: WorkspaceRules,
  phoneNumber: string,
): string | null | undefined {
  return isAllowed(allowedCountries, phoneNumber) ? undefined : (countryOf(phoneNumber) ?? null);
}

/** A number whose country can't be told is of none that is allowed. */
function isAllowed(allowed: Allowed, phoneNumber: string): boolean {
  if (allowed.length === 0) return true;
  const country = countryOf(phoneNumber);
  return country !== undefined && allowed.includes(country);
}

function countryOf(phoneNumber: string) {
  return parsePhoneNumberFromString(phoneNumber)?.country;
}
