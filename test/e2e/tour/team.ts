import { expect, type Page } from '@playwright/test';
import { startPracticeService } from '../../../practice/practice-service.ts';
import { startPracticeTeam } from '../../../practice/team/practice-team.ts';
import type { RunningApp } from '../driver/app-driver.ts';
import { connectToPractice, joinTeam } from '../practice-sign-in.ts';
import {
  fillCandidate,
  openRequest,
  openRequests,
  openSettings,
  requestRow,
  submitCandidate,
} from '../steps.ts';
import { dismissToasts, type Visit } from './visit.ts';

/** A team on a PostgreSQL of its own: joining it, its people, whom a colleague submitted, and the question about one of them. */
export async function tourTeam(app: RunningApp, signInPage: Page, visit: Visit): Promise<void> {
  const { page } = app;
  const service = await startPracticeService();
  const team = await startPracticeTeam(service);
  try {
    await connectToPractice(app, service, signInPage);
    await submitCandidate(page, 'Kofi Mensah', '+1 202 555 0145');
    await openRequests(page);
    await expect(requestRow(page, 'Kofi Mensah')).toBeVisible();
    await openSettings(page, 'Team');
    await visit(page, 'team-join');
    await joinTeam(page, team.addresses['anna'] ?? '', 'Anna Schmidt');
    await dismissToasts(page);
    await visit(page, 'team-offer');
    await page.getByRole('button', { name: 'Upload 1 request' }).click();
    await expect(page.getByRole('button', { name: /^Upload/ })).toHaveCount(0);
    await visit(page, 'team-settings');
    await submitCandidate(page, 'Ada Lovelace', '+1 202 555 0143');
    await submitCandidate(page, 'Grace Hopper', '+1 202 555 0144');
    await openRequests(page);
    await expect(requestRow(page, 'Grace Hopper')).toBeVisible();
    await expect(requestRow(page, 'Maya Ferris')).toBeVisible();
    await dismissToasts(page);
    await visit(page, 'team-requests');
    await openRequest(page, 'Maya Ferris');
    await visit(page, 'team-request');
    await page.getByRole('link', { name: 'New request', exact: true }).first().click();
    await fillCandidate(page, 'Maya Ferris', '+1 202 555 0161');
    await page.getByRole('button', { name: 'Submit request' }).click();
    await expect(page.getByRole('button', { name: 'Submit anyway' })).toBeVisible();
    await visit(page, 'team-asked');
  } finally {
    await team.close();
    await service.close();
  }
}
