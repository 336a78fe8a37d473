// For `node --import`: runs our TypeScript as it stands, in a checkout and where npm installed the package `stepmark`
// (there tsx leaves the paths of tsconfig.json alone). Plain JavaScript: nothing transforms it.
import { registerHooks } from 'node:module'
import 'tsx'

const root = new URL('..', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier.startsWith('@/') ? root + specifier.slice(2) : specifier, context),
})
