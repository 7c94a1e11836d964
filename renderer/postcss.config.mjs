import mantinePreset from 'postcss-preset-mantine';

/** Adds Mantine's CSS functions (`light-dark()`, `rem()`) to our CSS modules. */
export default { plugins: [mantinePreset()] };
