import { checkoutDemoHome, runDemoServer } from './run-demo-server'

await runDemoServer('start', {
  defaultHome: checkoutDemoHome,
  // Not part of the npm package, which has no sources.
  build: async (report) => {
    const { buildIfOutdated, isBuildCurrent } = await import('./build-if-outdated')
    if (!isBuildCurrent()) report('Building the app. This is needed only after a code change ...')
    await buildIfOutdated()
  },
})
