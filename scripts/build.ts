// npm run build: the pages and the programs, for production.
import { buildIfOutdated } from './build-if-outdated'

console.error('Building for production. This takes about a minute ...')
const hasBuilt = await buildIfOutdated()
console.error(hasBuilt ? 'Built: .next, dist' : 'The build is up to date: .next, dist')
