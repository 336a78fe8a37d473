import { expect, test } from 'vitest'
import {
  reopenAnnotation,
  saveAnnotation,
  submitAnnotation,
} from '@/lib/annotations/server/commands'
import {
  claimLease,
  finishInputByReason,
  makeSaveInput,
} from '@/lib/annotations/testing/claimed-solution'
import { readReplyLines } from '@/lib/auth/testing/read-reply-lines'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { planAndStartRound } from '@/lib/rounds/testing/run-round'
import { importLines, makeMember, makeProblemLine, makeProject } from '@/prisma/seed/factories'
import { exportAnnotations } from './queries'

useTestDatabase()

test('an annotation has the generation of the round that first served it, even in PRM800K files', async () => {
  const project = await makeProject()
  await importLines(
    project,
    ['a', 'b', 'c'].map((id, i) => makeProblemLine(id, [0.9 - i / 10])),
  )
  const person = await makeMember(project, 'annotator')
  const claimInput = async () => ({
    project: project.slug,
    lease: await claimLease(project, person),
  })
  const readGenerations = async () =>
    (
      await getDatabase().$queryRaw<{ generation: number | null }[]>`
        select generation from annotation where project_id = ${project.id}::uuid order by id`
    ).map(({ generation }) => generation)
  const content = { ...makeSaveInput([1, -1]), ...finishInputByReason.foundError }

  await submitAnnotation.execute(person, { ...(await claimInput()), ...content })
  expect(await readGenerations()).toEqual([null])
  await planAndStartRound(project)
  const second = await claimInput()
  await saveAnnotation.execute(person, { ...second, ...makeSaveInput([1]) })
  expect(await readGenerations()).toEqual([null, null])
  const { annotation } = await submitAnnotation.execute(person, {
    ...second,
    ...makeSaveInput([1, -1], 2),
    ...finishInputByReason.foundError,
  })
  expect(await readGenerations()).toEqual([null, 1])

  // Submitted again while another round serves the solution: the annotation stays in its first round.
  await reopenAnnotation.execute(person, { project: project.slug, annotation })
  const secondClaim = await claimInput()
  await getDatabase().$executeRaw`
    update queue_item set round = 7 where project_id = ${project.id}::uuid`
  await submitAnnotation.execute(person, {
    ...secondClaim,
    ...makeSaveInput([1, 0, -1], 3),
    ...finishInputByReason.foundError,
    basedOn: 2,
  })
  expect(await readGenerations()).toEqual([null, 1])

  const reply = await exportAnnotations.execute(
    project.admin,
    exportAnnotations.contract.input.parse({ project: project.slug, format: 'prm800k' }),
  )
  const generations = (await readReplyLines(reply)).map(
    (line) => (JSON.parse(line) as { generation: number | null }).generation,
  )
  expect(generations).toHaveLength(2)
  expect(new Set(generations)).toEqual(new Set([1, null]))
})
