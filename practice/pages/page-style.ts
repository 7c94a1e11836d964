/** The style of all pages of the practice service: system fonts, light and dark, no external resources. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --page: #f3f5fb; --glow: #dfe5fb; --card: #fff; --line: #dfe3ec; --text: #1a1f2e; --soft: #596176;
  --accent: #3b5bdb; --accent-strong: #2f49b5; --on-accent: #fff; --tint: #edf1ff; --field: #fff;
  --edge: #8a93a8; --shadow: 0 1px 2px rgb(20 28 58 / 6%), 0 12px 32px rgb(20 28 58 / 10%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #12141b; --glow: #1c2340; --card: #1b1e28; --line: #2e3342; --text: #eceff8; --soft: #a3abc0;
    --accent: #4263eb; --accent-strong: #5474f5; --on-accent: #fff; --tint: #232a45; --field: #14161e;
    --edge: #6d7690; --shadow: 0 1px 2px rgb(0 0 0 / 40%), 0 16px 40px rgb(0 0 0 / 40%);
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px 16px;
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  color: var(--text); background: radial-gradient(60rem 30rem at 50% -8rem, var(--glow), transparent) var(--page);
}
main { width: 100%; max-width: 420px; }
.brand { display: flex; align-items: center; gap: 10px; margin: 0 4px 16px; font-weight: 600; }
.brand svg { width: 28px; height: 28px; flex: none; }
.badge {
  margin-left: auto; padding: 2px 10px; border-radius: 99px; font-size: 12px; font-weight: 600;
  color: var(--text); background: var(--card); border: 1px solid var(--line);
}
.card { padding: 28px; border: 1px solid var(--line); border-radius: 16px; background: var(--card); box-shadow: var(--shadow); }
h1 { margin: 0 0 8px; font-size: 20px; line-height: 1.3; letter-spacing: -0.01em; text-wrap: balance; }
p { margin: 0 0 16px; }
.card p:last-child { margin-bottom: 0; }
.soft { color: var(--soft); }
label { display: block; margin: 20px 0 6px; font-weight: 600; font-size: 14px; }
textarea { display: block; padding: 12px; line-height: 1.4; overflow-wrap: anywhere; resize: vertical; }
input[type="text"], textarea {
  width: 100%; min-height: 44px; padding-inline: 12px; font: inherit; color: inherit; background: var(--field);
  border: 1px solid var(--edge); border-radius: 10px;
}
.buttons { display: flex; gap: 12px; margin-top: 24px; }
button {
  flex: 1; min-height: 44px; padding: 0 16px; font: inherit; font-weight: 600; cursor: pointer;
  border: 1px solid transparent; border-radius: 10px;
}
.primary { color: var(--on-accent); background: var(--accent); }
.primary:hover { background: var(--accent-strong); }
.secondary { color: var(--text); background: transparent; border-color: var(--edge); }
.secondary:hover { background: var(--tint); }
.link { flex: none; min-height: 24px; padding: 0; border: 0; color: inherit; background: none; font-weight: 400; text-decoration: underline; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
ul { list-style: none; margin: 20px 0; padding: 4px 16px; border: 1px solid var(--line); border-radius: 12px; }
li { display: flex; gap: 12px; align-items: center; padding: 12px 0; }
li + li { border-top: 1px solid var(--line); }
li svg { width: 20px; height: 20px; flex: none; color: var(--accent); }
.other-way { margin-top: 20px; font-size: 14px; }
.account { display: flex; flex-wrap: wrap; gap: 4px 8px; margin: 0; font-size: 14px; overflow-wrap: anywhere; }
.answered { display: none; margin: 0; }
.sent .answered { display: block; }
.sent .asking { display: none; }
footer { margin: 16px 4px 0; font-size: 13px; color: var(--soft); text-wrap: balance; }
@media (prefers-reduced-motion: no-preference) { button { transition: background-color .12s; } }
`;
