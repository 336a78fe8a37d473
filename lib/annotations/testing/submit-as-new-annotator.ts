import { saveAnnotation, submitAnnotation } from '@/lib/annotations/server/commands'
import { claimNext } from '@/lib/queue/server/commands'
import { makeMember, type TestProject } from '@/prisma/seed/factories'

/**
 * Claims, saves and submits as a new annotator who finds an error at the first step. Returns the
 * ids of the annotation and of the annotator.
 */
export async function submitAsNewAnnotator(
  project: TestProject,
): Promise<{ annotation: string; user: string }> {
  const person = await makeMember(project, 'annotator')
  const work = await claimNext.execute(person, { project: project.slug, prefetch: false })
  if (work.kind !== 'solution') throw new Error(`no work: ${work.kind}`)
  const state = {
    project: project.slug,
    lease: work.lease.id,
    basedOn: 0,
    activeMs: 1_000,
    sequence: 1,
    writer: '01900000-0000-7000-8000-000000000001',
    ratings: [-1],
    events: [],
  }
  await saveAnnotation.execute(person, saveAnnotation.contract.input.parse(state))
  const submitted = { ...state, basedOn: 1, sequence: 2, finishReason: 'found_error' }
  const input = submitAnnotation.contract.input.parse(submitted)
  const { annotation } = await submitAnnotation.execute(person, input)
  return { annotation, user: person.userId }
}
