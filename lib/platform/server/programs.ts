import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { repositoryRoot } from './repository-root'

/** Node arguments for a process or thread that runs TypeScript sources. */
export const typeScriptLoaderArguments = [
  '--import',
  pathToFileURL(join(repositoryRoot, 'scripts', 'loader.mjs')).href,
] as const

/** Where `npm run build` leaves the web server: `server.js` with the packages that it needs. */
export const builtServerFolder = join(repositoryRoot, '.next', 'standalone')

/** Where scripts/bundle.ts writes the bundle of a source file that starts a process or a thread. */
export const getBundlePath = (source: string): string =>
  join(repositoryRoot, 'dist', `${basename(source, '.ts')}.mjs`)

// Replaced by `true` in what scripts/bundle.ts and `next build` write.
declare const STEPMARK_IS_BUNDLED: boolean | undefined
/** Whether this is a build. */
export const isBundled = typeof STEPMARK_IS_BUNDLED !== 'undefined' && STEPMARK_IS_BUNDLED

/**
 * What Node has to run for a thread: the bundle in production, which starts several times faster, otherwise the source.
 *
 * @param source path from the repository's root; scripts/bundle.ts has to list it
 */
export function findThreadProgram(source: string): { file: string; execArgv: string[] } {
  return isBundled
    ? { file: getBundlePath(source), execArgv: [] }
    : { file: join(repositoryRoot, source), execArgv: [...typeScriptLoaderArguments] }
}
