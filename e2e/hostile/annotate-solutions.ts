import { makeSaveInput } from '@/lib/annotations/testing/claimed-solution'
import type { Person } from '@/lib/auth/actor'
import { getAnnotation } from '@/lib/reviews/server/queries'
import { importLines, makeProject, type TestProject } from '@/prisma/seed/factories'
import { executeCommand } from './execute-command'
import { makeHostileName, makeHostileNote, removeImages } from './hostile-texts'
import { joinNextPayloads } from './payloads'

const claim = async (person: Person, project: string) =>
  (await executeCommand(person, 'claimNext', { project, prefetch: false })) as {
    lease: { id: string }
    solution: string
  }

const makeContent = (hasError: boolean) => ({
  notes: [
    { step: 0, option: null, kind: 'comment' as const, text: joinNextPayloads(1_900) },
    { step: 0, option: null, kind: 'flag' as const, text: makeHostileNote() },
    { step: 0, option: null, kind: 'bad_split' as const, text: makeHostileNote() },
  ],
  ...(hasError ? { explanation: { option: null, text: makeHostileNote() }, tags: ['sum'] } : {}),
})

/** Two annotators submit three annotations and skip a solution. One annotation is accepted and one returned. */
export async function annotateSolutions(
  { slug: project, admin }: TestProject,
  people: Record<string, Person>,
) {
  const [ann, ben] = [people.annotator!, people.secondAnnotator!]
  for (const person of [ann, ben, people.paused!])
    await executeCommand(person, 'acknowledgeGuideline', { project, version: 2 })
  const annotations: string[] = []
  for (const [person, ratings] of [
    [ann, [1, -1]],
    [ben, [-1]],
    [ann, [1]],
  ] as const) {
    const { lease } = await claim(person, project)
    const params = { project, lease: lease.id }
    const hasError = ratings.at(-1) === -1
    await executeCommand(person, 'saveAnnotation', {
      ...params,
      ...makeSaveInput(ratings, 1, makeContent(hasError)),
    })
    const state = { ...makeSaveInput(ratings, 2, makeContent(hasError)), basedOn: 1 }
    const finish = hasError
      ? { finishReason: 'found_error', finishNote: null }
      : { finishReason: 'give_up', finishNote: makeHostileNote() }
    const body = { ...params, ...state, ...finish }
    annotations.push(String((await executeCommand(person, 'submitAnnotation', body)).annotation))
  }
  const review = async (name: string, annotation: string) => {
    const { version } = await getAnnotation.execute(admin, { project, annotation })
    await executeCommand(admin, name, { project, annotation, version, note: makeHostileNote() })
  }
  await review('acceptAnnotation', annotations[1]!)
  await review('returnAnnotation', annotations[2]!)
  const skippedClaim = await claim(ben, project)
  await executeCommand(ben, 'skipSolution', {
    project,
    lease: skippedClaim.lease.id,
    reason: makeHostileNote(),
  })
  return annotations
}

/** Annotates step by step, with a written step. */
export async function annotateStepByStep(person: Person): Promise<void> {
  const choiceProject = await makeProject({ flow: 'step_choice', name: makeHostileName() })
  const { slug: project, admin } = choiceProject
  const makeText = () => ({ text: removeImages(makeHostileNote()) })
  const options = [[makeText(), makeText()], [makeText()]]
  await importLines(choiceProject, [{ id: 'c', problem: removeImages(makeHostileNote()), options }])
  await executeCommand(admin, 'addMember', {
    project,
    email: person.email,
    name: 'A',
    role: 'annotator',
  })
  const { lease } = await claim(person, project)
  const content = {
    options: { 0: [0, -1] },
    choices: { 0: 'human' },
    humanOptions: { 0: makeHostileNote() },
  }
  const state = makeSaveInput([1], 1, content as never)
  const params = { project, lease: lease.id }
  await executeCommand(person, 'saveAnnotation', { ...params, ...state })
  const finish = { finishReason: 'give_up', finishNote: makeHostileNote() }
  await executeCommand(person, 'submitAnnotation', {
    ...params,
    ...state,
    sequence: 2,
    basedOn: 1,
    ...finish,
  })
}
