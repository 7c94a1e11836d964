import type { PinnedField, PinnedValue } from '../../shared/assessment.ts';
import { innerFields, pinnedValueOf, pinOf } from '../../shared/assessment-pins.ts';
import { type AssessmentField, assessmentOf } from '../../shared/assessment-shape.ts';
import type { Json } from '../../shared/request.ts';

/** All fields of a result that the request page offers to pin, with their values. */
export function pinnableFields(results: Json): readonly (PinnedField & { readonly value: PinnedValue })[] {
  const visit = (field: AssessmentField): ReturnType<typeof pinnableFields> => {
    const pin = pinOf(field);
    const value = pin && pinnedValueOf(results, pin);
    return pin && value !== undefined ? [{ ...pin, value }] : innerFields(field).flatMap(visit);
  };
  return visit(assessmentOf(results));
}
