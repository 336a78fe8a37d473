import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { annotationCounts, annotatorCounts } from '@/lib/annotations/server/annotation-counts.sql'
import { importAnswers } from '@/lib/answers/testing/answered-project'
import type { Person } from '@/lib/auth/actor'
import { getDatabase } from '@/lib/platform/server/database'
import { withPgClient } from '@/lib/platform/server/pg-client'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { correctCounts, countWrongCounts } from '@/lib/platform/server/stored-counts.sql'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { projectCounts } from '@/lib/projects/server/project-counts.sql'
import {
  labelNextSolutionWithNotes,
  makeAnnotatorWhoReadGuideline,
  makeQuestionsProject,
} from '@/lib/questions/testing/questions-project'
import type { TestProject } from '@/prisma/seed/factories'
import { updateDerivedTables, countWrongDerivedRows } from './derived-tables'

useTestDatabase()

let project: TestProject
let annotator: Person

beforeEach(async () => {
  ;({ project } = await makeQuestionsProject(['p', 'q']))
  annotator = await makeAnnotatorWhoReadGuideline(project, 'Ada')
  await labelNextSolutionWithNotes(project, annotator, [[0, 'Units?']])
})

const allCounts = [
  ['annotations', annotationCounts],
  ['annotators', annotatorCounts],
  ['projects', projectCounts],
] as const

/** Runs a migration from the line that begins with this text. */
async function runMigrationFrom(name: string, text: string) {
  const sql = readFileSync(join(repositoryRoot, 'prisma/migrations', name, 'migration.sql'), 'utf8')
  await withPgClient(process.env.DATABASE_URL!, (client) =>
    client.query(sql.slice(sql.indexOf(text))),
  )
}

describe.each(allCounts)('the stored counts of %s', (_name, counts) => {
  const countWrong = () => countWrongCounts(getDatabase(), counts)

  test('stay right when their changes are added up', async () => {
    await updateDerivedTables(getDatabase())
    const [row] = await getDatabase().$queryRaw<[{ changes: number }]>`
      select count(*)::int as changes from ${counts.changeTable}`
    expect(row.changes).toBe(0)
    expect(await countWrong()).toBe(0)
  })

  test('are corrected', async () => {
    await updateDerivedTables(getDatabase())
    await getDatabase().$executeRaw`
      update ${counts.table} set ${counts.amounts[0]!} = ${counts.amounts[0]!} + 1
      where project_id = ${project.id}::uuid`
    const wrongCount = await countWrong()
    expect(wrongCount).toBeGreaterThan(0)
    expect(await correctCounts(getDatabase(), counts)).toBe(wrongCount)
    expect(await countWrong()).toBe(0)
  })
})

describe('the migrations', () => {
  test('count stored problems, solutions and queue items', async () => {
    await getDatabase().projectCount.deleteMany()
    await getDatabase().projectCountChange.deleteMany()
    expect(await countWrongDerivedRows()).toBeGreaterThan(0)
    await runMigrationFrom('20261130121000_count_stored_rows', 'insert into project_count_change')
    expect(await countWrongDerivedRows()).toBe(0)
  })

  test('list steps with questions and unsure pairs that are stored already', async () => {
    await importAnswers(project, [['r', '(1, 2)', [{ answer: '1, 2' }]]])
    const db = getDatabase()
    await db.questionStep.deleteMany()
    await db.questionStepChange.deleteMany()
    await db.unsureAnswer.deleteMany()
    await db.unsurePair.deleteMany()
    await db.unsurePairChange.deleteMany()
    expect(await countWrongDerivedRows()).toBeGreaterThan(2)
    await runMigrationFrom('20261130181000_lists_of_open_work', 'insert into question_step (')
    expect(await countWrongDerivedRows()).toBe(0)
    const where = { projectId: project.id }
    expect(await db.questionStep.count({ where })).toBe(1)
    expect(await db.unsurePair.count({ where })).toBe(1)
    expect([await db.questionStepChange.count(), await db.unsurePairChange.count()]).toEqual([0, 0])
  })

  test('find stored annotations with flags, without marking the annotations as changed', async () => {
    const { annotation } = await labelNextSolutionWithNotes(project, annotator, [[1, 'Why?']])
    await getDatabase().$executeRaw`update annotation set has_flag_notes = false`
    expect(await countWrongDerivedRows()).toBeGreaterThan(0)
    const readVersion = async () => {
      const [row] = await getDatabase().$queryRaw<[{ xid: string }]>`
        select changed_xid::text as xid from annotation where id = ${annotation}::uuid`
      return row.xid
    }
    const version = await readVersion()
    await runMigrationFrom('20261130123000_annotations_with_flag_notes', '-- Without triggers')
    expect(await countWrongDerivedRows()).toBe(0)
    expect(await readVersion()).toBe(version)
  })
})
