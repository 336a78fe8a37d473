import { randomUUID } from 'node:crypto'
import { makeLabelledProject } from '@/lib/exports/server/testing/labelled-project'
import { getDatabase } from '@/lib/platform/server/database'
import { claimNext } from '@/lib/queue/server/commands'
import { makeMember, makeProject } from '@/prisma/seed/factories'
import { type RequestHeaders, makeTokenHeaders, makeSessionHeaders } from './api-client'
import type { ExistingValues } from './generated-input'

export interface FuzzTestData {
  known: ExistingValues
  /** By kind of person. */
  headersByRole: Readonly<Record<string, RequestHeaders>>
}

/** A project with annotations, and people of every kind by session and by token. */
export async function createFuzzTestData(): Promise<FuzzTestData> {
  const { project } = await makeLabelledProject(4, 2)
  const otherProject = await makeProject()
  const people = {
    annotator: await makeMember(project, 'annotator'),
    reviewer: await makeMember(project, 'reviewer'),
    admin: await makeMember(project, 'admin'),
    stranger: await makeMember(otherProject, 'admin'),
    paused: await makeMember(project, 'annotator'),
  }
  const pause = { projectId: project.id, id: randomUUID(), userId: people.paused.userId }
  await getDatabase().pause.create({ data: { ...pause, message: 'A reviewer looks at it.' } })
  await claimNext.execute(
    people.annotator,
    claimNext.contract.input.parse({ project: project.slug }),
  )
  return {
    known: {
      slugs: [project.slug, project.slug, otherProject.slug],
      ids: await listIds(project.id),
    },
    headersByRole: {
      anonymous: {},
      annotator: await makeSessionHeaders(people.annotator),
      reviewer: await makeSessionHeaders(people.reviewer),
      admin: await makeSessionHeaders(people.admin),
      stranger: await makeSessionHeaders(people.stranger),
      paused: await makeSessionHeaders(people.paused),
      'instance admin': await makeSessionHeaders(project.admin),
      'admin by token': await makeTokenHeaders(people.admin, 'write'),
      'annotator by token': await makeTokenHeaders(people.annotator, 'write'),
      'reviewer by read token': await makeTokenHeaders(people.reviewer, 'read'),
    },
  }
}

async function listIds(projectId: string): Promise<string[]> {
  const rows = await getDatabase().$queryRaw<{ id: string }[]>`
    select id::text as id from solution where project_id = ${projectId}::uuid
    union select id::text from annotation where project_id = ${projectId}::uuid
    union select id::text from lease where project_id = ${projectId}::uuid
    union select id::text from import_batch where project_id = ${projectId}::uuid
    union select id::text from pause where project_id = ${projectId}::uuid
    union select user_id::text from member where project_id = ${projectId}::uuid
    order by 1`
  return rows.map(({ id }) => id)
}
