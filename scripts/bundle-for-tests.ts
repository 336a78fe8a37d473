import type { TestProject } from 'vitest/node'
import { bundleIfOutdated } from './bundle'

/** Bundles the current sources, also on reruns in watch mode: tests start bundled threads and programs, as production does. */
export default async function setup(project: TestProject): Promise<void> {
  await bundleIfOutdated()
  project.onTestsRerun(async () => void (await bundleIfOutdated()))
}
