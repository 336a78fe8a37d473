import { beforeEach, expect, test } from 'vitest'
import {
  makeProjectWithClaimedSolution,
  makeSaveInput,
} from '@/lib/annotations/testing/claimed-solution'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import type { AnnotationContentInput } from '../state-fields'
import { saveAnnotation } from './commands'
import { getWork } from './queries'

useTestDatabase()

type Notes = AnnotationContentInput['notes']

const comment = { step: 1, option: null, kind: 'comment', text: 'Odd.' } as const
const report = { step: 1, option: null, kind: 'bad_split', text: 'Two in one.' } as const

let work: Awaited<ReturnType<typeof makeProjectWithClaimedSolution>>
let sequence: number

beforeEach(async () => {
  work = await makeProjectWithClaimedSolution()
  sequence = 0
})

async function save(notes: Notes) {
  sequence += 1
  const state = makeSaveInput([1], sequence, { notes })
  await saveAnnotation.execute(work.person, { ...work.input, ...state })
}

/** Dismisses the report like a reviewer. */
async function dismiss() {
  const changedCount = await getDatabase().$executeRaw`
    update step_note set dismissed_at = now()
    where project_id = ${work.project.id}::uuid and kind = 'bad_split' and dismissed_at is null`
  expect(changedCount).toBe(1)
}

const readReports = async () =>
  (
    await getDatabase().stepNote.findMany({
      where: { projectId: work.project.id, kind: 'bad_split' },
      select: { text: true, dismissedAt: true },
    })
  ).map(({ text, dismissedAt }) => ({ text, isDismissed: dismissedAt !== null }))

const readDraftNotes = async () => (await getWork.execute(work.person, work.input)).draft?.notes

test('a dismissed bad-split report is not in the draft anymore, but stays in the database', async () => {
  await save([comment, report])
  expect(await readDraftNotes()).toEqual([comment, report])
  await dismiss()
  expect(await readDraftNotes()).toEqual([comment])
  await save([comment])
  await save([])
  expect(await readDraftNotes()).toEqual([])
  expect(await readReports()).toEqual([{ text: 'Two in one.', isDismissed: true }])
})

test('a save without an open bad-split report deletes it', async () => {
  await save([comment, report])
  await save([comment])
  expect(await readReports()).toEqual([])
})

test('a dismissed bad-split report is reopened only by a save with a different text', async () => {
  await save([report])
  await dismiss()
  await save([report])
  expect(await readReports()).toEqual([{ text: 'Two in one.', isDismissed: true }])
  const newReport = { ...report, text: 'Still two in one: the sum, and the product.' }
  await save([newReport])
  expect(await readReports()).toEqual([{ text: newReport.text, isDismissed: false }])
  expect(await readDraftNotes()).toEqual([newReport])
})
