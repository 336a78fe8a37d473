import { saveLabelling, submitLabelling } from '@/lib/labelling/server/commands'
import { claimNext } from '@/lib/queue/server/commands'
import { joinProject, type MadeProject } from '@/prisma/seed/factories'

/** Claims, saves and submits as a new annotator, whose first step is wrong. Gives the ids of both. */
export async function labelOne(project: MadeProject): Promise<{ labelling: string; user: string }> {
  const person = await joinProject(project, 'annotator')
  const work = await claimNext.execute(person, { project: project.slug, ahead: false })
  if (work.kind !== 'solution') throw new Error(`no work: ${work.kind}`)
  const state = {
    ...{ project: project.slug, lease: work.lease.id, basedOn: 0, activeMs: 1_000 },
    ...{ sequence: 1, writer: '01900000-0000-7000-8000-000000000001', ratings: [-1], events: [] },
  }
  await saveLabelling.execute(person, saveLabelling.contract.input.parse(state))
  const submitted = { ...state, basedOn: 1, sequence: 2, finishReason: 'found_error' }
  const input = submitLabelling.contract.input.parse(submitted)
  const { labelling } = await submitLabelling.execute(person, input)
  return { labelling, user: person.userId }
}
