document.querySelector('#platform').textContent = window.fixture.platform;
window.fixture.onNotice((text) => {
  document.querySelector('#notices').textContent += `${text} `;
});
