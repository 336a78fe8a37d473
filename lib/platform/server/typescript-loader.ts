import { join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { repositoryRoot } from './repository-root'

/** Node arguments for a process or thread that runs our TypeScript. */
export const typeScriptLoaderArguments = [
  '--import',
  pathToFileURL(join(repositoryRoot, 'scripts', 'loader.mjs')).href,
] as const

/** Node strips types without a loader, which is faster, but not below node_modules. */
export const needsTypeScriptLoader = repositoryRoot.split(sep).includes('node_modules')
