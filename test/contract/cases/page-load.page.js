window.report({
  nodeInPage: ['require', 'process', 'module', 'global'].filter((name) => name in window),
  place: location.search + location.hash,
});
