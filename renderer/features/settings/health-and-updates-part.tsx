import { HealthPart } from './health/health-part.tsx';
import { OrganisationPart } from './organisation/organisation-part.tsx';
import { UpdatesPart } from './updates/updates-part.tsx';

/** The state of this installation: its health, its updates, and what the organisation sets. */
export function HealthAndUpdatesPart() {
  return (
    <>
      <HealthPart />
      <UpdatesPart />
      <OrganisationPart />
    </>
  );
}
