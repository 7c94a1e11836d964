/** What the app needs of practice/, in one place so that it is one part of the build, loaded when first wanted. */
export { PortTakenError } from '../../practice/http-server.ts';
export { startPracticeService } from '../../practice/practice-service.ts';
export { erasePracticeRequests } from '../../practice/storage/erase-requests.ts';
