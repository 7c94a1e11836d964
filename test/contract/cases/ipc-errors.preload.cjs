const { ipcRenderer } = require('electron');

async function run() {
  for (const name of ['absent', 'throws', 'rejects', 'own error', 'no error']) {
    const error = await ipcRenderer.invoke(name).catch((reason) => reason);
    tell('rejected', { name, error: String(error), kind: error.constructor.name, code: error.code ?? null });
  }
  for (const turn of [1, 2]) {
    tell('handled once', { turn, answer: await ipcRenderer.invoke('once').catch(String) });
  }
  ipcRenderer.send('first');
  ipcRenderer.send('nobody listens');
  ipcRenderer.send('second');
  await ipcRenderer.invoke('third');

  const got = [];
  const removed = () => got.push('removed');
  const heard = new Promise((resolve) => {
    ipcRenderer.on('notice', removed);
    ipcRenderer.removeListener('notice', removed);
    ipcRenderer.once('notice', (_event, number) => got.push(`once ${number}`));
    ipcRenderer.on('notice', (_event, number) => {
      got.push(number);
      if (number === 3) resolve();
    });
  });
  await ipcRenderer.invoke('notify');
  await heard;
  tell('notices', { got });
  await ipcRenderer.invoke('slow');
}

function tell(what, facts) {
  ipcRenderer.send('page', what, facts);
}

run().catch((error) => tell('failed', { error: String(error) }));
