import fc from 'fast-check'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'

/**
 * `npm test` checks properties on the same cases every time, so that only a change can make one fail. `npm run
 * test:full` draws new cases. Add the failures it finds as examples.
 */
const fixedSeed = 20_261_121
/** For tests that set no number of runs. In a full run, they have 100, the default of fast-check. */
const numRuns = 40

if (!isFullTestRun) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: fixedSeed, numRuns })
