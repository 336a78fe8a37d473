import { setTimeout as sleep } from 'node:timers/promises'
import type { createReleaseContract } from '@/lib/exports/contract'
import type { ReleaseManifest } from '@/lib/exports/release-manifest'
import { addHeldOutList, createRelease } from '@/lib/exports/server/commands'
import { runReleaseJob } from '@/lib/exports/server/jobs'
import { downloadReleaseFile, getRelease } from '@/lib/exports/server/release-queries'
import type { RequestInputOf } from '@/lib/platform/contract'
import { getDatabase } from '@/lib/platform/server/database'
import type { TestProject } from '@/prisma/seed/factories'

/* Releases for tests: made by the real commands and queries, with the job run here. */

export type ReleaseTestOptions = Omit<
  RequestInputOf<typeof createReleaseContract>,
  'project' | 'name'
>

/** Requests a release; its job is not run. */
export async function requestRelease(
  project: TestProject,
  options: Partial<ReleaseTestOptions> = {},
) {
  const input = { project: project.slug, name: 'A release', formats: ['stepmark'], ...options }
  return createRelease.execute(project.admin, createRelease.contract.input.parse(input))
}

/** Runs the job of a release like a worker. */
export async function runRequestedRelease(
  project: TestProject,
  number: number,
  signal = new AbortController().signal,
) {
  const payload = await findReleaseJobPayload(project, number)
  while ((await runReleaseJob(payload, signal)) === 'later') await sleep(50)
  return getRelease.execute(project.admin, { project: project.slug, release: number })
}

export async function findReleaseJobPayload(project: TestProject, number: number) {
  const { id, attempt } = await getDatabase().release.findUniqueOrThrow({
    where: { projectId_number: { projectId: project.id, number } },
    select: { id: true, attempt: true },
  })
  return { projectId: project.id, releaseId: id, attempt }
}

export async function makeTestRelease(
  project: TestProject,
  options: Partial<ReleaseTestOptions> = {},
) {
  const { number } = await requestRelease(project, options)
  return runRequestedRelease(project, number)
}

export async function readReleaseBytes(project: TestProject, release: number, file: string) {
  const { bytes, read } = await downloadReleaseFile.execute(project.admin, {
    project: project.slug,
    release,
    file,
  })
  return Buffer.concat(await Array.fromAsync(read(0, bytes)))
}

export async function readReleaseLines(project: TestProject, release: number, file: string) {
  const text = (await readReleaseBytes(project, release, file)).toString()
  return text.split('\n').filter((line) => line !== '')
}

export interface IndexedAnnotation {
  annotation: string
  split: 'train' | 'test'
  annotations_of_solution: number
  sha256: string
}

export async function readReleaseIndex(
  project: TestProject,
  release: number,
): Promise<IndexedAnnotation[]> {
  const lines = await readReleaseLines(project, release, 'annotations.jsonl')
  return lines.map((line) => JSON.parse(line) as IndexedAnnotation)
}

export async function addTestHeldOutList(
  project: TestProject,
  text: string,
  name = 'Held out',
): ReturnType<typeof addHeldOutList.execute> {
  const file = (async function* () {
    yield new TextEncoder().encode(text)
  })()
  return addHeldOutList.execute(project.admin, { project: project.slug, name }, { file })
}

export async function readReleaseManifest(project: TestProject, release: number) {
  const bytes = await readReleaseBytes(project, release, 'manifest.json')
  return JSON.parse(bytes.toString()) as ReleaseManifest
}
