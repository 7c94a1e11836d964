import type { SessionStatus } from '../../shared/session.ts';
import {
  type SignInPlan,
  type SignInStep,
  type SignInStepResult,
  stepsOf,
} from '../../shared/sign-in-check.ts';
import { redirectWay, type Workspace } from '../../shared/workspace.ts';
import { authorizationServer } from '../auth/authorization-request.ts';
import { askEndpoint, type EndpointAnswer, judgeClock, judgeEndpoint } from './ask-endpoint.ts';
import { judgeInstanceLock, judgeSchemeOwner } from './check-link.ts';
import { checkLoopbackPort } from './check-port.ts';
import type { SignInSurroundings } from './ports.ts';

/** What the sign-in page answered serves the clock, too, where that is looked at right afterwards, ms. */
const ANSWER_SERVES_MS = 10_000;

/** Tries each part of a sign-in by itself, so that one that fails can be named. It changes nothing and signs nobody in. */
export class SignInCheck {
  private readonly surroundings: SignInSurroundings;
  private answer:
    | { readonly of: Workspace; readonly at: number; readonly value: Promise<EndpointAnswer> }
    | undefined;

  constructor(surroundings: SignInSurroundings) {
    this.surroundings = surroundings;
  }

  plan({ redirectUri }: Workspace): SignInPlan {
    const way = redirectWay(redirectUri);
    return { redirectUri, way, steps: stepsOf(way) };
  }

  /** Tries one step. Never rejects: what fails is what is looked for. */
  async run(step: SignInStep, workspace: Workspace, session: SessionStatus): Promise<SignInStepResult> {
    try {
      return await this.tryStep(step, workspace, session);
    } catch {
      // The step `network` names the hop that failed; here it is enough that there was no answer.
      const { host } = new URL(workspace.authUrl);
      return { step, state: 'unclear', finding: { code: 'no_answer', values: { host } } };
    }
  }

  private async tryStep(
    step: SignInStep,
    workspace: Workspace,
    session: SessionStatus,
  ): Promise<SignInStepResult> {
    switch (step) {
      case 'network':
        return this.tryNetwork(workspace);
      case 'endpoint':
        return judgeEndpoint(await this.ask(workspace), new URL(workspace.authUrl).host);
      case 'clock':
        return judgeClock(await (this.freshAnswer(workspace) ?? this.ask(workspace)));
      case 'link':
        return judgeSchemeOwner(await this.surroundings.schemeOwner());
      case 'instance':
        return judgeInstanceLock(this.surroundings.holdsInstanceLock());
      case 'port':
        return checkLoopbackPort(workspace.redirectUri, session.phase === 'waiting_for_browser');
    }
  }

  private async tryNetwork(workspace: Workspace): Promise<SignInStepResult> {
    const address = new URL(authorizationServer(workspace).authorization_endpoint ?? workspace.authUrl);
    const { state, hops } = await this.surroundings.testAddress(address);
    // A proxy that failed before another one worked is no problem.
    const { host } = address;
    if (state === 'ok') {
      return { step: 'network', state, finding: { code: 'way_free', values: { host } }, hops };
    }
    const finding = hops.findLast((hop) => hop.state === 'failed')?.finding;
    return finding
      ? { step: 'network', state: 'problem', finding, hops }
      : { step: 'network', state: 'unclear', finding: { code: 'way_too_slow', values: { host } }, hops };
  }

  private ask(workspace: Workspace): Promise<EndpointAnswer> {
    const { connection, now } = this.surroundings;
    const value = askEndpoint(connection, workspace, now);
    this.answer = { of: workspace, at: now(), value };
    return value;
  }

  private freshAnswer(workspace: Workspace): Promise<EndpointAnswer> | undefined {
    const { of, at, value } = this.answer ?? {};
    const fresh = at !== undefined && Math.abs(this.surroundings.now() - at) < ANSWER_SERVES_MS;
    return of === workspace && fresh ? value : undefined;
  }
}
