// For `node --import`: runs our TypeScript with `@/` imports. Plain JavaScript, because nothing transforms it.
import { registerHooks } from 'node:module'
import 'tsx'

const root = new URL('..', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier.startsWith('@/') ? root + specifier.slice(2) : specifier, context),
})
