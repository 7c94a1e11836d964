import { CREATE_INTERVIEW_REQUEST_PATH } from '../shared/service-interface.ts';
import type { FaultRoute } from './faults/fault.ts';

/** The component that handles a request, and the route for its faults. */
export interface PracticeRoute {
  readonly handledBy: 'interface' | 'authorization-server' | 'sign-in-pages';
  /** `any` for an address without its own fault route. */
  readonly faultRoute: FaultRoute;
}

/** The route of a path, which may be unknown to the service. */
export function practiceRoute(path: string): PracticeRoute {
  if (path.startsWith('/oauth2/interaction/')) return { handledBy: 'sign-in-pages', faultRoute: 'sign-in' };
  if (path === '/oauth2/token') return { handledBy: 'authorization-server', faultRoute: 'token' };
  if (path.startsWith('/oauth2/')) return { handledBy: 'authorization-server', faultRoute: 'authorize' };
  if (path === CREATE_INTERVIEW_REQUEST_PATH) return { handledBy: 'interface', faultRoute: 'create' };
  if (path.startsWith('/v1/interview/requests/')) return { handledBy: 'interface', faultRoute: 'read' };
  return { handledBy: 'interface', faultRoute: 'any' };
}
