const { api } = window;
const failed = ({ name, message }) => ({ name, message });

const queries = [
  { name: 'notifications' },
  { name: 'geolocation' },
  { name: 'clipboard-read' },
  { name: 'clipboard-write' },
  { name: 'camera' },
  { name: 'microphone' },
  { name: 'midi', sysex: true },
];
for (const descriptor of queries) {
  const { state } = await navigator.permissions.query(descriptor);
  api.tell(`query ${descriptor.name}`, { state });
}
api.tell('Notification', { answer: await Notification.requestPermission() });
await new Promise((done) => {
  const told = ({ code, message }) => done(api.tell('geolocation', { code, message }));
  navigator.geolocation.getCurrentPosition(done, told);
});
api.tell(
  'getUserMedia',
  await navigator.mediaDevices.getUserMedia({ audio: true, video: true }).catch(failed),
);
while (!document.hasFocus()) await new Promise((done) => addEventListener('focus', done, { once: true }));
api.tell('readText', await navigator.clipboard.readText().catch(failed));
// Nobody has clicked.
api.tell('writeText', await navigator.clipboard.writeText('text').catch(failed));
api.done();
