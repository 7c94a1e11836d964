/** The app's imports from practice/, in one module so that the build makes one lazy chunk of them. */
export { PortTakenError } from '../../practice/http-server.ts';
export { startPracticeService } from '../../practice/practice-service.ts';
export { erasePracticeRequests } from '../../practice/storage/erase-requests.ts';
