import type { PinnedField } from '../../../../shared/assessment.ts';
import { pinnedValueOf } from '../../../../shared/assessment-pins.ts';
import { type DescribedField, headlineOf, shareOf } from '../../../../shared/described-field.ts';
import type { LibraryKind } from '../../../../shared/library.ts';
import { type DerivedOutcome, outcomeOf } from '../../../../shared/outcome.ts';
import type { RequestProblem } from '../../../../shared/problems.ts';
import type { Json, RequestRow, Verdict } from '../../../../shared/request.ts';
import { byCodePoint, sortKey } from './folding.ts';

/** Everything that the list knows about a request. */
export interface ListedRequest {
  /** The order of submitting, over all workspaces, which breaks ties. */
  readonly place: number;
  readonly workspaceId: string;
  readonly requestId: string;
  readonly submissionId: string;
  readonly candidateName: string;
  readonly phoneNumber: string;
  readonly jobDescriptionId: string;
  readonly questionnaireTemplateId: string;
  readonly status: string;
  /** The statuses of its calls. */
  readonly calls: readonly (string | null)[];
  readonly lastCallStatus: string | null;
  readonly hasResults: boolean;
  readonly results: Json | undefined;
  readonly notes: string;
  readonly verdict: Verdict;
  readonly tags: readonly string[];
  readonly archived: boolean;
  readonly unseen: boolean;
  readonly problem: RequestProblem | null;
  readonly acceptedAt: number;
  readonly refreshedAt: number | null;
  readonly changedAt: number;
}

/** The Library and pinned fields of a workspace. */
export interface WorkspaceWords {
  /** Names of the Library, by kind and id. */
  readonly names: ReadonlyMap<`${LibraryKind} ${string}`, string>;
  /** Described fields by questionnaire id. */
  readonly described: ReadonlyMap<string, readonly DescribedField[]>;
  readonly pins: readonly PinnedField[];
}

export function nameOf(words: WorkspaceWords, kind: LibraryKind, id: string): string | null {
  return words.names.get(`${kind} ${id}`) || null;
}

/** The described and pinned fields of a request's results. */
export function describedOf(request: ListedRequest, words: WorkspaceWords): readonly DescribedField[] {
  const described = words.described.get(request.questionnaireTemplateId) ?? [];
  return described.filter(({ path }) => words.pins.some((pin) => pin.path === path));
}

/** What became of the candidate, from what the service sent last. */
export function outcome({ status, calls, hasResults }: ListedRequest): DerivedOutcome {
  return outcomeOf({ status, calls, hasResults });
}

/** The request as the grid shows it. */
export function rowOf(request: ListedRequest, words: WorkspaceWords): RequestRow {
  const { place, workspaceId, results, notes, calls, ...shown } = request;
  const headline = headlineOf(results, describedOf(request, words));
  const scored = headline?.value;
  return {
    ...shown,
    ...outcome(request),
    callCount: calls.length,
    jobName: nameOf(words, 'job_description', request.jobDescriptionId),
    questionnaireName: nameOf(words, 'questionnaire', request.questionnaireTemplateId),
    covered: false,
    calledTwice: false,
    by: null,
    colleagueVerdicts: [],
    headline: headline?.text ?? null,
    score: scored?.scaled
      ? {
          text: scored.text,
          share: Number(shareOf(scored.scaled).toFixed(15)),
          better: scored.scaled.better,
        }
      : null,
    pinned: Object.fromEntries(
      words.pins.flatMap((pin) => {
        const value = pinnedValueOf(results, pin);
        return value === undefined ? [] : [[pin.path, value]];
      }),
    ),
    tags: inAlphabet(request.tags),
  };
}

function inAlphabet(tags: readonly string[]): string[] {
  return tags.toSorted((one, other) => byCodePoint(sortKey(one), sortKey(other)) || byCodePoint(one, other));
}
