import { join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { repositoryRoot } from './repository-root'

/** Arguments of Node for a process or a thread that runs our TypeScript. */
export const loadTypeScript = [
  '--import',
  pathToFileURL(join(repositoryRoot, 'scripts', 'loader.mjs')).href,
] as const

/** Node runs TypeScript without a loader, which is sooner, but not where npm put it. */
export const needsLoader = repositoryRoot.split(sep).includes('node_modules')
