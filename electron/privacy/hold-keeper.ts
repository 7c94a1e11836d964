import type { HeldBy, HoldPage, HoldSubject, HoldSubjectInput } from '../../shared/holds.ts';
import { parsePhoneNumber } from '../../shared/phone-number.ts';
import { fail, ok, type Result } from '../../shared/result.ts';

/** A hold to place. */
export interface NewHold {
  readonly subject: HoldSubject;
  /** The only workspace it is about; null for all. */
  readonly workspaceId: string | null;
  readonly reason: string;
  /** UTC ms. */
  readonly at: number;
  /** The computer account of whoever places it. */
  readonly by: string;
}

/** Stores what no retention erases. */
export interface HoldStore {
  place(hold: NewHold): Promise<void>;
  /** Holds the persons of these submissions, each once; gives how many. */
  placeOf(submissionIds: readonly string[], hold: Omit<NewHold, 'subject'>): Promise<number>;
  /** Ends a hold; false if it isn't in force. */
  release(id: string, reason: string, by: string, at: number): Promise<boolean>;
  page(inForce: boolean, offset: number): Promise<HoldPage>;
  /** The holds in force that keep a submission with its request, the oldest first. */
  ofSubmission(submissionId: string): Promise<readonly HeldBy[]>;
}

interface HoldKeeperOptions {
  readonly store: HoldStore;
  /** The computer account of the person in front of it. */
  readonly account: string;
  readonly onChange: () => void;
  /** UTC ms. */
  readonly now?: () => number;
}

/** Places and releases holds. Nothing of what one keeps is erased by a retention. */
export class HoldKeeper {
  private readonly options: HoldKeeperOptions;
  private readonly now: () => number;

  constructor(options: HoldKeeperOptions) {
    this.options = options;
    this.now = options.now ?? Date.now;
  }

  /** Places holds, in one workspace or (null) in all; gives how many. */
  async place(subject: HoldSubjectInput, workspaceId: string | null, reason: string): Promise<number> {
    const { store, account: by, onChange } = this.options;
    const hold = { workspaceId, reason, at: this.now(), by };
    const placed =
      subject.kind === 'persons_of'
        ? await store.placeOf(subject.submissionIds, hold)
        : await store.place({ ...hold, subject: normalised(subject) }).then(() => 1);
    onChange();
    return placed;
  }

  /** Ends a hold, with the reason. Error: `hold_not_in_force`. */
  async release(id: string, reason: string): Promise<Result<null>> {
    const { store, account, onChange } = this.options;
    const released = await store.release(id, reason, account, this.now());
    onChange();
    return released ? ok(null) : fail('hold_not_in_force');
  }

  page(inForce: boolean, offset: number): Promise<HoldPage> {
    return this.options.store.page(inForce, offset);
  }

  /** The holds in force that keep a submission with its request. */
  of(submissionId: string): Promise<readonly HeldBy[]> {
    return this.options.store.ofSubmission(submissionId);
  }
}

/** With the number as E.164, if it is one. */
function normalised(subject: HoldSubject): HoldSubject {
  if (subject.kind !== 'person') return subject;
  const parsed = parsePhoneNumber(subject.phone);
  return parsed.ok ? { ...subject, phone: parsed.value.e164 } : subject;
}
