import mantinePreset from 'postcss-preset-mantine';

/** Mantine's CSS functions (`light-dark()`, `rem()`) for our CSS modules. */
export default { plugins: [mantinePreset()] };
