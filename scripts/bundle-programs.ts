// npm run bundle: the programs without the pages, for the npm package.
import { bundleIfOutdated } from './bundle'

await bundleIfOutdated()
