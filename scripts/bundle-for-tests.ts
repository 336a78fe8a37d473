import type { TestProject } from 'vitest/node'
import { bundleIfOutdated } from './bundle'

/** Tests start the bundled threads and programs, as production does. Bundles the current sources, also on reruns in watch mode. */
export default async function setup(project: TestProject): Promise<void> {
  await bundleIfOutdated()
  project.onTestsRerun(async () => void (await bundleIfOutdated()))
}
