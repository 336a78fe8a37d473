import { getDatabase } from '@/lib/platform/server/database'
import { importLines, type TestProject } from '@/prisma/seed/factories'

/** A sample: its answer and its score. */
export interface AnsweredSample {
  answer: string | null
  score?: number
  isCorrect?: boolean
}

/** An import line for one problem. */
export const makeAnswerLine = (
  id: string,
  referenceAnswer: string | null,
  samples: readonly AnsweredSample[],
) => ({
  id,
  problem: `Problem ${id}: what is it?`,
  ...(referenceAnswer === null ? {} : { answer: referenceAnswer }),
  samples: samples.map(({ answer, score, isCorrect }, i) => ({
    id: `${id}/${i}`,
    steps: [`First of ${id}/${i}.`, `Last of ${id}/${i}.`],
    ...(answer === null ? {} : { answer }),
    ...(score === undefined ? {} : { score }),
    ...(isCorrect === undefined ? {} : { is_correct: isCorrect }),
  })),
})

export const importAnswers = (
  project: TestProject,
  lines: readonly (readonly [
    id: string,
    referenceAnswer: string | null,
    samples: readonly AnsweredSample[],
  ])[],
) =>
  importLines(
    project,
    lines.map((line) => makeAnswerLine(...line)),
  )

export interface StoredVerdictRow {
  name: string
  id: string
  verdict: string
  reason: string
  by: string
  user: string | null
  version: string
  tier: number | null
  pass: number | null
}

/** All solutions of the project by external id, with their position in the queue. */
export function readVerdicts({ id }: TestProject): Promise<StoredVerdictRow[]> {
  return getDatabase().$queryRaw<StoredVerdictRow[]>`
    select s.external_id as name, s.id, s.verdict::text, s.verdict_reason as reason, s.verdict_source::text as by,
      s.verdict_user_id as user, s.grader_version as version, q.tier::int, q.pass
    from solution s left join queue_item q on q.project_id = s.project_id and q.solution_id = s.id
    where s.project_id = ${id}::uuid order by s.external_id`
}

export async function readVerdict(project: TestProject, name: string): Promise<StoredVerdictRow> {
  const verdict = (await readVerdicts(project)).find((row) => row.name === name)
  if (!verdict) throw new Error(`no solution ${name}`)
  return verdict
}
